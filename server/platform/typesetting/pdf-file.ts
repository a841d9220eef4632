import { deflateSync } from 'node:zlib';

/** A number in the shortest form for PDF. */
export const n = (value: number): string => String(Math.round(value * 1_000) / 1_000);
export const hex4 = (value: number): string => value.toString(16).padStart(4, '0');
export const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** The objects of a file in the order in which they are written. */
export class PdfFile {
  readonly #parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  readonly #offsets: number[] = [];
  #length = this.#parts[0]!.length;

  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  /** Reserves the number of an object that is written later with {@link write}. */
  reserve(): number {
    return this.#offsets.push(0);
  }

  write(number: number, content: string | Buffer[]): void {
    this.#offsets[number - 1] = this.#length;
    this.#add(Buffer.from(`${number} 0 obj\n`));
    for (const part of typeof content === 'string' ? [Buffer.from(content)] : content) this.#add(part);
    this.#add(Buffer.from('\nendobj\n'));
  }

  object(content: string): number {
    const number = this.reserve();
    this.write(number, content);
    return number;
  }

  stream(bytes: Uint8Array, entries = '', packed = true): number {
    const content = packed ? deflateSync(bytes) : Buffer.from(bytes);
    const number = this.reserve();
    const head = `<<${entries}${packed ? '/Filter/FlateDecode' : ''}/Length ${content.length}>>\nstream\n`;
    this.write(number, [Buffer.from(head), content, Buffer.from('\nendstream')]);
    return number;
  }

  finish(root: number, info: number): Buffer {
    const start = this.#length;
    const count = this.#offsets.length + 1;
    const rows = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#add(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${count}/Root ${root} 0 R/Info ${info} 0 R>>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(this.#parts);
  }
}
