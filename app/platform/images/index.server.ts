import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { SECOND } from '../clock';
import { QueueFullError } from '../process/concurrency';
import { singleton } from '../singleton';
import { createRenderScheduler, type RenderOwner } from './renderScheduler';

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'svg';

/** Redrawn picture. `pixels` is the hexadecimal SHA-256 of the decoded picture, independent of its file format. */
export type Picture = { bytes: Buffer; type: 'image/jpeg' | 'image/png' | 'image/webp'; pixels: string };

export type PictureFault = 'too-many-pixels' | 'unreadable' | 'too-slow' | 'busy';

export type RedrawOptions = {
  /** Side in pixels of the square into which the picture must fit. A smaller picture is not enlarged. */
  fit?: number;
  square?: boolean;
  timeLimit?: number;
  /** Person or network whose time budget is used; absent for the product's own pictures. */
  renderOwner?: RenderOwner;
};

/** Largest picture in megapixels, since a small file can decode to a huge picture. */
export const MAX_MEGAPIXELS = 25;
/** Largest re-encoded picture in bytes, which may exceed the uploaded one. */
const MAX_RESULT_BYTES = 32 * 1024 * 1024;
const RENDER_TIMEOUT_MS = 15 * SECOND;
/** Time limit for an SVG, shorter because an SVG can be a program. A harmless one takes milliseconds. */
const SVG_RENDER_TIMEOUT_MS = SECOND;
/** Largest ratio of elapsed time to processor time, since pictures wait for the processors of a busy machine. */
const MAX_ELAPSED_PER_PROCESSOR_TIME = 4;

const OUTPUT_FORMATS = { jpeg: 'jpeg', png: 'png', webp: 'webp', svg: 'png' } as const;

/** Longest side in pixels of the scaled picture from which the digest of pixels is computed. */
const COMPARED_SIDE_PIXELS = 1_024;
const PIXELS_DIGEST_BYTES = 64;

const TOO_MANY_PIXELS_EXIT_CODE = 3;
const UNREADABLE_EXIT_CODE = 4;

/**
 * Program that decodes one picture from standard input and writes two things to standard output: the digest of the
 * pixels, and the redrawn picture. Only the decoder for the content's type is allowed. An SVG has no size of its own,
 * and its longest side is rendered with 1024 to 2048 pixels. Timers end an SVG that never finishes, even if the server
 * has ended. The program is a string because the bundled server could not find a file.
 */
const DECODER_SOURCE = `
const { createHash } = require('node:crypto');
const sharp = require(process.argv[1]);
const { kind, output, most, fit, square, timeLimit, clockLimit } = JSON.parse(process.argv[2]);
const end = () => process.kill(process.pid, 'SIGKILL');
const loaded = process.cpuUsage();
setTimeout(end, clockLimit);
setInterval(() => {
  const { user, system } = process.cpuUsage(loaded);
  if ((user + system) / 1_000 > timeLimit) end();
}, 50);
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoad' + { jpeg: 'Jpeg', png: 'Png', webp: 'Webp', svg: 'Svg' }[kind] + 'Buffer'] });
const options = { limitInputPixels: most, failOn: 'error', autoOrient: true };
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
  try {
    const input = Buffer.concat(chunks);
    const parts = await render(input).catch((error) => {
      if (kind !== 'jpeg') throw error;
      // A JPEG may lack its last marker. With that added it has to be whole: lost pixels are a warning then.
      options.failOn = 'warning';
      return render(Buffer.concat([input, Buffer.from([0xff, 0xd9].slice(input.at(-1) === 0xff ? 1 : 0))]));
    });
    process.stdout.write(Buffer.concat(parts), () => process.exit(0));
  } catch (error) {
    process.exit(/pixel limit/i.test(error.message) ? ${TOO_MANY_PIXELS_EXIT_CODE} : ${UNREADABLE_EXIT_CODE});
  }
});
async function render(input) {
  if (kind === 'svg') {
    const { width, height } = await sharp(input, options).metadata();
    const longest = Math.max(width, height);
    options.density = 72 * Math.min(Math.max(longest, 1024), 2048) / longest;
  }
  let picture = sharp(input, options);
  if (square) {
    // A side that the picture has, since what can't be cut without enlarging it would be left as it is.
    const { width, height } = await picture.metadata();
    const side = Math.min(width, height, fit ?? width);
    picture = picture.resize(side, side, { fit: 'cover' });
  } else if (fit) picture = picture.resize(fit, fit, { fit: 'inside', withoutEnlargement: true });
  const compared = { fit: 'inside', withoutEnlargement: true, kernel: 'nearest', fastShrinkOnLoad: false };
  const { data, info } = await sharp(input, options).resize(${COMPARED_SIDE_PIXELS}, ${COMPARED_SIDE_PIXELS}, compared)
    .toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = createHash('sha256').update(info.width + 'x' + info.height + ':').update(data).digest('hex');
  return [Buffer.from(pixels), await picture.toFormat(output, output === 'png' ? {} : { quality: 88 }).toBuffer()];
}
`;

/**
 * Redraws a picture from its pixels in a separate process, which a hostile file may crash. Removes metadata, scripts and appended bytes.
 */
export async function redraw(
  bytes: Uint8Array,
  kind: PictureKind,
  options: RedrawOptions = {},
): Promise<Picture | PictureFault> {
  try {
    const rendered = await getRenderScheduler()(options.renderOwner ?? null, () =>
      renderInProcess(bytes, kind, options),
    );
    if (typeof rendered === 'string') return rendered;
    const pixels = rendered.toString('latin1', 0, PIXELS_DIGEST_BYTES);
    return { bytes: rendered.subarray(PIXELS_DIGEST_BYTES), type: `image/${OUTPUT_FORMATS[kind]}`, pixels };
  } catch (error) {
    if (error instanceof QueueFullError) return 'busy';
    throw error;
  }
}

const getRenderScheduler = () => singleton('images', () => createRenderScheduler());

function renderInProcess(bytes: Uint8Array, kind: PictureKind, options: RedrawOptions): Promise<Buffer | PictureFault> {
  const timeLimit = options.timeLimit ?? (kind === 'svg' ? SVG_RENDER_TIMEOUT_MS : RENDER_TIMEOUT_MS);
  const clockLimit = timeLimit * MAX_ELAPSED_PER_PROCESSOR_TIME;
  const { fit, square } = options;
  const order = JSON.stringify({
    kind,
    output: OUTPUT_FORMATS[kind],
    most: MAX_MEGAPIXELS * 1_000_000,
    fit,
    square,
    timeLimit,
    clockLimit,
  });
  const sharp = createRequire(import.meta.url).resolve('sharp');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', DECODER_SOURCE, '--', sharp, order], {
      env: createMinimalEnvironment(),
      timeout: clockLimit,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    child.on('error', reject);
    child.on('spawn', () => lowerPriority(child.pid));
    // The process may exit before it has read all input.
    child.stdin.on('error', () => {});
    child.stdin.end(bytes);

    const rendered: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_RESULT_BYTES) child.kill('SIGKILL');
      else rendered.push(chunk);
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk}`.slice(0, 500);
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(rendered));
      else if (code === TOO_MANY_PIXELS_EXIT_CODE) resolve('too-many-pixels');
      else if (code === UNREADABLE_EXIT_CODE) resolve('unreadable');
      else if (signal === 'SIGKILL') resolve('too-slow');
      // A crash of the decoder is caused by the picture. Any other exit is an error of the server.
      else if (signal) resolve('unreadable');
      else reject(new Error(`Drawing a picture ended with ${code}: ${stderr}`));
    });
  });
}

function createMinimalEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'];
  return { NODE_ENV: 'production', ...Object.fromEntries(names.map((name) => [name, process.env[name]])) };
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has exited, or the system does not allow ending it.
  }
}
