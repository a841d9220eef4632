/** The library that decodes and encodes pictures, loaded with the first of them: it takes 25 MB and a tenth of a start. */
export async function imageLibrary() {
  const { default: sharp } = await import('sharp');
  // Memory is what a small server lacks: nothing is kept for later, and one picture is worked on by one thread.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
