import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { redraw } from '~/platform/images/index.server';
import { acceptDocument, acceptImage, acceptTable } from './accept.server';
import { ACCEPTED_FILES } from './acceptedFiles';

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });

const png = () => canvas(60, 40).png().toBuffer();

/** Noise does not compress, so a file cut at its end lacks pixels. */
const noisy = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

const svg = (body: string, attributes = 'width="60" height="40"', prolog = '') =>
  Buffer.from(`${prolog}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`);

/** Creates a PNG whose header claims this size, with empty pixels: the smallest possible file. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

async function accepted(bytes: Uint8Array, name = 'proof.png') {
  const result = await acceptImage(bytes, name);
  if (!result.ok) throw new Error(result.error.message);
  return { ...result.value, ...(await sharp(result.value.bytes).metadata()) };
}

const WRONG_KIND = 'The proof must be a JPG, PNG, SVG or WebP picture';
const DAMAGED = 'The picture is damaged and can’t be read';

const refused = (message: unknown) => ({ ok: false, error: expect.objectContaining({ message, field: 'proof' }) });

describe('a picture', () => {
  test.each([
    ['jpeg', 'photo.JPG', 'image/jpeg', 'photo.jpg'],
    ['png', 'screen.png', 'image/png', 'screen.png'],
    ['webp', 'screen.webp', 'image/webp', 'screen.webp'],
  ] as const)('of kind %s is encoded again and keeps its kind', async (kind, name, type, shown) => {
    const picture = await accepted(await canvas(60, 40).toFormat(kind).toBuffer(), name);
    expect(picture).toMatchObject({ type, name: shown, format: kind, width: 60, height: 40 });
  });

  test('is recognised by its content, whatever its name is', async () => {
    expect(await accepted(await canvas(6, 4).jpeg().toBuffer(), 'invoice.html')).toMatchObject({
      name: 'invoice.jpg',
      type: 'image/jpeg',
    });
  });

  test('of kind SVG becomes pixels, large enough to read, with its proportions', async () => {
    const rendered = await accepted(svg('<rect width="60" height="40" fill="red"/>'), 'logo.svg');
    expect(rendered).toMatchObject({ name: 'logo.png', type: 'image/png', format: 'png', width: 1024 });
    expect(rendered.height).toBeGreaterThanOrEqual(682);
    expect(rendered.height).toBeLessThanOrEqual(684);
    expect(await accepted(svg('<rect width="9" height="9"/>', 'width="4000" height="1000"'))).toMatchObject({
      width: 2048,
      height: 512,
    });
    const doctype =
      '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';
    expect(await accepted(svg('<rect width="9" height="9"/>', undefined, doctype))).toMatchObject({ format: 'png' });
  });

  test('is stored small where it is shown small, and never enlarged', async () => {
    const small = { field: 'profilepicture', what: 'The picture', kinds: ['png'], fit: 64 } as const;
    const large = await acceptImage(await canvas(600, 300).png().toBuffer(), 'me.png', small);
    expect(await sharp(large.ok ? large.value.bytes : undefined).metadata()).toMatchObject({ width: 64, height: 32 });
    const tiny = await acceptImage(await canvas(30, 10).png().toBuffer(), 'me.png', small);
    expect(await sharp(tiny.ok ? tiny.value.bytes : undefined).metadata()).toMatchObject({ width: 30, height: 10 });
  });

  test('loses its location, and is rotated upright', async () => {
    const tagged = await canvas(60, 40)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'canary-copyright' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary-xmp</x:xmpmeta>')
      .toBuffer();
    expect(await sharp(tagged).metadata()).toMatchObject({
      orientation: 6,
      exif: expect.anything(),
      xmp: expect.anything(),
    });
    const picture = await accepted(tagged, 'photo.jpg');
    expect(picture).toMatchObject({ width: 40, height: 60 });
    for (const metadata of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
      expect(picture[metadata]).toBeUndefined();
    expect(picture.bytes.includes('canary')).toBe(false);
  });

  test.each([
    ['its last byte', 1, {}],
    ['its last two bytes', 2, {}],
    ['the last two bytes of one that loads in steps', 2, { progressive: true }],
  ])('of kind JPEG that lacks %s is repaired', async (_, bytes, options) => {
    const whole = await noisy().jpeg(options).toBuffer();
    const repaired = await accepted(whole.subarray(0, -bytes), 'photo.jpg');
    expect(repaired.pixels).toBe((await accepted(whole)).pixels);
  });

  test('with several frames becomes its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [10, 10], lossless: true })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const still = await accepted(moving);
    expect(still.pages ?? 1).toBe(1);
    expect(still.height).toBe(8);
  });
});

describe('hidden content of a picture', () => {
  test('is removed from an SVG with scripts and external links, and nothing is fetched', async () => {
    let callCount = 0;
    const elsewhere = createServer((_request, response) => {
      callCount++;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const hostile = await accepted(
      svg(
        `<script>alert("canary")</script><foreignObject><iframe src="${url}/a"/></foreignObject><rect width="60" height="40" fill="red" onclick="alert('canary')"/>
         <style>@import url(${url}/b.css); rect { fill: url(${url}/c.svg#x) red }</style>
         <image href="${url}/d.png" width="9" height="9"/><image href="file:///etc/passwd" width="9" height="9"/><use href="${url}/e.svg#x"/>
         <xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/hostname" parse="text"/>`,
        'width="60" height="40" onload="alert(1)"',
        `<?xml-stylesheet href="${url}/f.css"?>`,
      ),
    );
    elsewhere.close();
    expect(callCount).toBe(0);
    expect(hostile.format).toBe('png');
    expect(hostile.bytes.includes('canary')).toBe(false);
    expect(hostile.bytes.includes('<script')).toBe(false);
  });

  test.each(['png', 'jpeg', 'webp'] as const)('is removed from a %s with an appended page', async (kind) => {
    const page = '<!doctype html><script>alert("canary")</script>';
    const both = Buffer.concat([await canvas(60, 40).toFormat(kind).toBuffer(), Buffer.from(page)]);
    const picture = await accepted(both, 'both.html');
    expect(picture.format).toBe(kind);
    expect(picture.bytes.includes('canary')).toBe(false);
  });

  test('is removed from a PNG with a page in a text chunk', async () => {
    const plain = await png();
    const text = Buffer.from('tEXtComment\0<script>canary</script>');
    const chunk = Buffer.alloc(text.length + 8);
    chunk.writeUInt32BE(text.length - 4, 0);
    text.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(text), text.length + 4);
    const both = Buffer.concat([plain.subarray(0, 33), chunk, plain.subarray(33)]);
    expect((await accepted(both)).bytes.includes('canary')).toBe(false);
  });
});

describe('a file', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML with an svg in it', () => Buffer.from('<html><svg xmlns="http://www.w3.org/2000/svg"></svg></html>')],
    ['a zip', () => Buffer.from('504b0304140000000800', 'hex')],
    ['a page before a picture', async () => Buffer.concat([Buffer.from('<b>x</b>'), await png()])],
    ['a GIF', () => canvas(6, 4).gif().toBuffer()],
    ['a TIFF', () => canvas(6, 4).tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['text', () => Buffer.from('GET / HTTP/1.1')],
    ['a compressed SVG', () => Buffer.from('1f8b0800000000000003', 'hex')],
    ['an SVG in UTF-16', () => Buffer.from(`\ufeff${svg('')}`, 'utf16le')],
  ])('is refused if it is %s named .png', async (_what, make) => {
    expect(await acceptImage(await make(), 'picture.png')).toEqual(refused(WRONG_KIND));
  });

  test.each<[string, () => Buffer, string]>([
    [
      'with entities',
      () => svg('<text>&x;</text>', '', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      'declares entities',
    ],
    [
      'of a drawing program',
      () =>
        svg(
          '',
          'xmlns:i="&ns_ai;"',
          '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n\t<!ENTITY ns_ai "http://ns.example/">\n]>\n',
        ),
      'declares entities',
    ],
    [
      'that is an entity bomb',
      () =>
        svg(
          '<text>&c;</text>',
          '',
          `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>`,
        ),
      'declares entities',
    ],
    [
      'with declarations in other letters',
      () => svg('', '', '<!doctype svg [<!ElEmEnT x ANY>]>'),
      'DOCTYPE with declarations',
    ],
    ['in UTF-7', () => svg('', '', '<?xml version="1.0" encoding="UTF-7"?>'), 'not in UTF-8'],
    ['that is not UTF-8', () => Buffer.concat([svg(''), Buffer.from([0xff, 0xfe])]), 'not in UTF-8'],
  ])('is refused if it is an SVG %s, with a message that gives the reason', async (_what, make, reason) => {
    expect(await acceptImage(make(), 'logo.svg')).toEqual(refused(expect.stringContaining(reason)));
  });

  test('is refused if it has the format of iPhones, with a message that says what to do', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
    const refused = await acceptImage(heic, 'IMG_1.HEIC');
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('This is a HEIC picture') } });
  });

  test('is refused if it is empty', async () => {
    expect(await acceptImage(new Uint8Array(), 'x.png')).toEqual(refused('The file is empty'));
  });

  test('is refused if it has more than 5 MB, before it is parsed', async () => {
    const large = Buffer.concat([await png(), Buffer.alloc(5 * 1024 * 1024)]);
    expect(await acceptImage(large, 'x.png')).toEqual(refused('The picture is larger than 5 MB'));
  });

  test('is refused if its few bytes claim 30,000 by 30,000 pixels', async () => {
    const bomb = pngOf(30_000, 30_000);
    expect(bomb.length).toBeLessThan(200_000);
    expect(await acceptImage(bomb, 'x.png')).toEqual(refused('The picture has more than 25 megapixels'));
    expect(await acceptImage(svg('', 'width="100000" height="100000"'), 'x.svg')).toEqual(
      refused('The picture has more than 25 megapixels'),
    );
  });

  test.each(['png', 'jpeg', 'webp'] as const)('is refused if it is a %s that is cut off', async (kind) => {
    const whole = await noisy().toFormat(kind).toBuffer();
    expect(await acceptImage(whole.subarray(0, whole.length / 2), 'x')).toEqual(refused(DAMAGED));
    expect(await acceptImage(whole.subarray(0, 20), 'x')).toEqual(refused(DAMAGED));
  });

  test('is refused if it is an SVG that is not well-formed', async () => {
    expect(await acceptImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect>'), 'x')).toEqual(
      refused(DAMAGED),
    );
  });

  test('is refused if it is an SVG that would be rendered for hours', async () => {
    const dashes = '<path d="M0 0L1000 1000L0 500L1000 0" stroke="red" stroke-dasharray="0.01"/>'.repeat(2000);
    expect(await redraw(svg(dashes, 'width="1000" height="1000"'), 'svg', { timeLimit: 300 })).toBe('too-slow');
  });

  test('of an account is processed while four other accounts send slow SVGs', async () => {
    const dashes = '<path d="M0 0L1000 1000L0 500L1000 0" stroke="red" stroke-dasharray="0.01"/>'.repeat(4);
    const slow = svg(dashes, 'width="1000" height="1000"');
    expect(slow.length).toBeLessThan(1_024);
    const ownerOf = (account: string) => ({ account, subscriber: account, network: account });
    // Charges each attacking account some time first, because accounts that have used the least come first.
    const attack = (n: number) => redraw(slow, 'svg', { timeLimit: 100, renderOwner: ownerOf(`eve ${n % 4}`) });
    await Promise.all([0, 1, 2, 3].map(attack));
    const attacks = Array.from({ length: 16 }, (_, n) => attack(n));
    const honest = await redraw(await png(), 'png', { renderOwner: ownerOf('ann') });
    expect(honest).toMatchObject({ type: 'image/png' });
    const answers = await Promise.all(attacks);
    expect(answers).toContain('too-slow');
    expect(answers).toContain('busy');
  });

  test('is refused while too many others are processed', async () => {
    const bytes = await png();
    const answers = await Promise.all(Array.from({ length: 14 }, () => acceptImage(bytes, 'x.png')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(12);
    expect(answers.filter(({ ok }) => !ok).map((answer) => !answer.ok && answer.error.code)).toEqual(['busy', 'busy']);
    expect((await acceptImage(bytes, 'x.png')).ok).toBe(true);
  });
});

test.each([
  ['UTF-8', Buffer.from('Zoë’s €5 – fee')],
  ['UTF-16', Buffer.from('\ufeffZoë’s €5 – fee', 'utf16le')],
  ['Windows-1252', Buffer.from('Zo\xeb\x92s \x805 \x96 fee', 'latin1')],
])('a table in %s is stored as UTF-8', async (_, bytes) => {
  const table = await acceptTable(bytes, 'fees.csv', ACCEPTED_FILES.statement);
  expect(table.ok && table.value.bytes.toString()).toBe('Zoë’s €5 – fee');
});

test('a table in no encoding is refused', async () => {
  for (const bytes of [
    [0x41, 0x81],
    [0x41, 0x00, 0x00, 0x00],
  ])
    expect(await acceptTable(Buffer.from(bytes), 'x.csv', ACCEPTED_FILES.statement)).toMatchObject({ ok: false });
});

describe('a document', () => {
  const message = 'The document must be a PDF, JPG or PNG file';

  test('of kind PDF is stored unchanged', async () => {
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
    expect(await acceptDocument(pdf, '../../passport.exe')).toEqual({
      ok: true,
      value: { bytes: pdf, type: 'application/pdf', name: 'passport.pdf' },
    });
  });

  test('of kind JPG or PNG is encoded again', async () => {
    expect(await acceptDocument(await png(), 'id.png')).toMatchObject({ ok: true, value: { type: 'image/png' } });
    expect(await acceptDocument(await canvas(6, 4).jpeg().toBuffer(), 'id')).toMatchObject({
      ok: true,
      value: { name: 'id.jpg' },
    });
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['SVG', () => svg('')],
    ['WebP', () => canvas(6, 4).webp().toBuffer()],
    ['HTML', () => Buffer.from('<!doctype html>')],
    ['a page before a PDF', () => Buffer.from('<script>x</script>\n%PDF-1.7')],
    ['a zip', () => Buffer.from('504b0304140000000800', 'hex')],
  ])('is refused as %s', async (_what, make) => {
    expect(await acceptDocument(await make(), 'id.pdf')).toMatchObject({
      ok: false,
      error: { message, field: 'document' },
    });
  });

  test('has at most 10 MB as a PDF, and 5 MB as a picture', async () => {
    const pdf = Buffer.alloc(10 * 1024 * 1024 + 1);
    pdf.write('%PDF-1.7');
    expect(await acceptDocument(pdf, 'id.pdf')).toMatchObject({
      ok: false,
      error: { message: 'The document is larger than 10 MB' },
    });
    expect((await acceptDocument(pdf.subarray(0, -1), 'id.pdf')).ok).toBe(true);
    const large = Buffer.concat([await png(), Buffer.alloc(5 * 1024 * 1024)]);
    expect(await acceptDocument(large, 'id.png')).toMatchObject({
      ok: false,
      error: { message: 'The picture is larger than 5 MB' },
    });
  });
});
