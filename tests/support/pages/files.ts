import sharp from 'sharp';

/** Returns the body that a browser would send for a form with these fields. */
export function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Picture of one pixel, PNG. */
export const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates a red PNG picture to upload. */
export async function pictureFile({ width = 40, height = 40, name = 'picture.png' } = {}): Promise<File> {
  const rendered = sharp({ create: { width, height, channels: 3, background: 'red' } });
  return new File([await rendered.png().toBuffer()], name);
}
