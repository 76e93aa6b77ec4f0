/** Maximum size of a logo in pixels: enough to print on a bill at more than 300 dpi. */
const MOST_PIXELS = { width: 480, height: 240 };
/** Maximum size of a PNG logo in bytes; a larger picture is encoded as JPEG, smaller for many colours. */
const SMALL_BYTES = 100 * 1024;

/**
 * Prepares a picture file as a joint's logo before the upload: scales down to the print size, turns upright
 * and encodes as PNG or JPEG. An unreadable image is returned unchanged, and the server reports the error.
 */
export async function smallImage(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return file;
  const { width, height } = bitmap;
  const scale = Math.min(1, MOST_PIXELS.width / width, MOST_PIXELS.height / height);
  if (scale === 1 && file.type === 'image/png' && file.size <= SMALL_BYTES) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return file;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const drawn = (type: string) => new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9));
  const png = await drawn('image/png');
  const small = png !== null && png.size > SMALL_BYTES ? await drawn('image/jpeg') : png;
  return small === null ? file : new File([small], file.name, { type: small.type });
}
