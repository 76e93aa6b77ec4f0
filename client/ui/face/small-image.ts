/** Maximum size of a picture in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Largest PNG in bytes per 1,000 pixels of the maximum size; a larger picture is encoded as JPEG. */
const PNG_BYTES = 900;

/**
 * Prepares a picture file (a joint's logo or crest) before the upload: scales down to `most`, turns upright and encodes
 * as PNG or JPEG. Returns an unreadable image unchanged; the server reports the error.
 */
export async function smallImage(file: File, most: PictureSize): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return file;
  const { width, height } = bitmap;
  const smallBytes = (most.width * most.height * PNG_BYTES) / 1000;
  const scale = Math.min(1, most.width / width, most.height / height);
  if (scale === 1 && file.type === 'image/png' && file.size <= smallBytes) return file;
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
  const small = png !== null && png.size > smallBytes ? await drawn('image/jpeg') : png;
  return small === null ? file : new File([small], file.name, { type: small.type });
}
