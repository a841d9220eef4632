import { z } from 'zod';
import { limits } from '#shared/limits.ts';

/** A query to the open-data service. */
export type LocationQuestion =
  | { level: 'states' }
  | { level: 'districts'; state: string }
  | { level: 'subdistricts'; state: string; district: string };

export interface OpenDataOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  /** Aborts pending requests. */
  signal?: AbortSignal;
  /** Timeout of one request in milliseconds. */
  requestTimeout?: number;
}

/** Why the service gave no list; `message` never contains an address, which would contain the key. */
class OpenDataError extends Error {
  override name = 'OpenDataError';
}

const levels = {
  states: {
    resource: 'a71e60f0-a21d-43de-a6c5-fa5d21600cdb',
    field: 'state_name_english',
    limit: limits.openDataStates,
  },
  districts: {
    resource: '37231365-78ba-44d5-ac22-3deec40b9197',
    field: 'district_name_english',
    limit: limits.openDataDistricts,
  },
  subdistricts: {
    resource: '6be51a29-876a-403a-a6da-42fde795e751',
    field: 'subdistrict_name_english',
    limit: limits.openDataSubDistricts,
  },
} as const;

/** More pages than any list of localities has: protects against endless answers. */
const maxPages = 10;
const maxAnswerBytes = 4 * 1024 * 1024;
const maxNameLength = limits.lineLength;

// Counts are numbers or strings.
const answerSchema = z.object({
  total: z.coerce.number().int().min(0).optional().catch(undefined),
  records: z.array(z.record(z.string(), z.unknown())),
});

const nameCollator = new Intl.Collator('en');

/** Names for lists: trimmed, without duplicates in any case, sorted in English. */
export function tidyNames(names: readonly unknown[]): string[] {
  const byKey = new Map<string, string>();
  for (const raw of names) {
    if (typeof raw !== 'string') continue;
    const name = raw
      .normalize('NFC')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    if (name !== '' && name.length <= maxNameLength && !byKey.has(name.toLowerCase()))
      byKey.set(name.toLowerCase(), name);
  }
  return [...byKey.values()].sort(nameCollator.compare);
}

/**
 * Asks the service, and reads pages until its `total` is reached.
 * @returns the tidied names; an empty list for an unknown locality
 * @throws OpenDataError when it does not answer with a list
 */
export async function fetchNames(question: LocationQuestion, options: OpenDataOptions): Promise<string[]> {
  const { field } = levels[question.level];
  const names: unknown[] = [];
  let read = 0;
  for (let page = 0; page < maxPages; page++) {
    const { total, records } = await fetchPage(question, read, options);
    read += records.length;
    for (const record of records) if (belongs(record, question)) names.push(record[field]);
    const complete = total === undefined ? records.length < levels[question.level].limit : read >= total;
    if (complete) return tidyNames(names);
    if (records.length === 0) throw new OpenDataError('the list ended early');
  }
  throw new OpenDataError('the list does not end');
}

/** The service's filters match parts of words ('Goa' in 'North Goa'); names of other localities are removed. */
function belongs(record: Record<string, unknown>, question: LocationQuestion): boolean {
  const filters: [string, string][] = [];
  if (question.level !== 'states') filters.push(['state_name_english', question.state]);
  if (question.level === 'subdistricts') filters.push(['district_name_english', question.district]);
  return filters.every(([name, value]) => {
    const cell = record[name];
    return typeof cell !== 'string' || comparable(cell) === comparable(value);
  });
}

const comparable = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase();

function addressOf(question: LocationQuestion, offset: number, { baseUrl, apiKey }: OpenDataOptions): string {
  const { resource, limit } = levels[question.level];
  const query = new URLSearchParams({
    'api-key': apiKey,
    format: 'json',
    offset: String(offset),
    limit: String(limit),
  });
  if (question.level !== 'states') query.set('filters[state_name_english]', question.state);
  if (question.level === 'subdistricts') query.set('filters[district_name_english]', question.district);
  return `${baseUrl}/resource/${resource}?${query}`;
}

async function fetchPage(question: LocationQuestion, offset: number, options: OpenDataOptions) {
  const signals = [AbortSignal.timeout(options.requestTimeout ?? 20_000)];
  if (options.signal) signals.push(options.signal);
  let text: string;
  try {
    const response = await fetch(addressOf(question, offset, options), {
      headers: { accept: 'application/json' },
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.any(signals),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new OpenDataError(`status ${response.status}`);
    }
    text = await readLimited(response);
  } catch (error) {
    if (error instanceof OpenDataError) throw error;
    throw new OpenDataError(error instanceof Error && error.name === 'TimeoutError' ? 'too slow' : 'not reached');
  }
  const answer = answerSchema.safeParse(parseJson(text));
  if (!answer.success) throw new OpenDataError('not a list');
  return answer.data;
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw new OpenDataError('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
