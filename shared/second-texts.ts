import { z } from 'zod';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

/** Texts of the office in Hindi, by the names of their English ones; an absent one was not written. */
export type SecondTexts<Name extends string> = { [Each in Name]?: string };

const secondText = (length: number) =>
  z.string().trim().normalize('NFC').max(length, { error: messages.general.tooLong }).optional();

/**
 * In a change an absent text stays, and an empty one is taken away.
 * @param lengths the most characters of each
 * @param wireNames what the wire calls them, where it is something else
 */
export const secondTexts = <Name extends string>(
  lengths: Readonly<Record<Name, number>>,
  wireNames?: Readonly<Partial<Record<Name, string>>>,
) =>
  z.object(
    Object.fromEntries(
      Object.entries<number>(lengths).map(([name, length]) => [
        name,
        wire(wireNames?.[name as Name] ?? name, secondText(length)),
      ]),
    ) as Record<Name, ReturnType<typeof secondText>>,
  );

/** Which Hindi texts are older than their English ones. */
export const olderTexts = z.array(z.string());

/**
 * The Hindi texts after a change, and which of them are older than their English ones: those whose English text was changed without them.
 * @param isChanged whether the change gives an English text another content
 */
export function afterChange<Texts extends Readonly<Record<string, unknown>>>(
  before: { hindi: Texts; older: readonly string[] },
  changes: Texts | undefined,
  isChanged: (name: string) => boolean,
): { hindi: Texts; older: string[] } {
  const isEmpty = (text: unknown) => text === '' || (Array.isArray(text) && text.length === 0);
  const changed = Object.entries(changes ?? {}).filter(([, text]) => text !== undefined);
  const entries = Object.entries({ ...before.hindi, ...Object.fromEntries(changed) }).filter(
    ([, text]) => !isEmpty(text),
  );
  const saved = new Set(changed.map(([name]) => name));
  const older = entries
    .map(([name]) => name)
    .filter((name) => !saved.has(name) && (before.older.includes(name) || isChanged(name)));
  return { hindi: Object.fromEntries(entries) as Texts, older };
}
