import { messages } from '#shared/messages.ts';
import { type Parsed, plainText, type StoredCell } from './cells.ts';

const unclear = { message: messages.registration.mobileFormat } as const;

/**
 * A mobile number as its ten digits. Blanks, hyphens, brackets and one prefix are removed; a text such as `9.87654E+09` has lost
 * digits, and two numbers are ambiguous.
 */
export function parseMobile(cell: StoredCell, text: string): Parsed {
  if (typeof cell === 'number' && !Number.isSafeInteger(cell)) return unclear;
  const bare = plainText(text).replace(/[\s()[\]-]/g, '');
  const found = /^(?:\+91|0091|91|0)?(\d{10})$/.exec(bare);
  return found ? { value: found[1]! } : unclear;
}
