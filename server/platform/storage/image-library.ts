/** The library for pictures, loaded with the first of them: it takes 25 MB and a tenth of a start. */
export async function imageLibrary() {
  const { default: sharp } = await import('sharp');
  // Small servers are short of memory: no cache, and one thread per picture.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
