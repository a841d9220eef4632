import type { Core } from '#server/core.ts';
import { inTime } from '#server/in-time.ts';
import type { Access } from '#shared/endpoint.ts';
import { limits } from '#shared/limits.ts';
import { bundledDistricts, bundledStates } from './bundle.ts';
import { findCached, findSubDistricts, saveCached } from './locations.queries.ts';
import { fetchNames, type LocationQuestion, type OpenDataOptions, tidyNames } from './open-data.ts';

const minute = 60_000;

/** How the open-data service is used. Milliseconds; tests make them short. */
export interface LocationTimes {
  /** How long a cached answer counts as fresh. */
  fresh: number;
  /** How long a form waits for an answer before it gets what is there. */
  timeout: number;
  /** How long the service is left alone after it failed or kept a form waiting. */
  rest: number;
  /** How long 'I know none' is believed. */
  emptyAnswer: number;
}

const usualTimes: LocationTimes = {
  fresh: 30 * 24 * 60 * minute,
  timeout: 4_000,
  rest: minute,
  emptyAnswer: 60 * minute,
};
/** Questions under way at one time; further ones are answered from what is there. */
const maxQuestions = 6;
/** Places that the service knew nothing of, so that the memory of them stays small. */
const maxEmptyAnswers = 2_000;

/**
 * States, districts and sub-districts in English, sorted. With a key they come from the open-data service through a
 * cache in the database; without one, or while the service fails, from the cache and then from what we bring ourselves.
 * No call fails because the service does.
 */
export function createLocationsService(core: Pick<Core, 'config' | 'database' | 'log'>, times = usualTimes) {
  const { config, database, log } = core;
  const ending = new AbortController();
  const service: OpenDataOptions | undefined = config.dataGovInApiKey
    ? { baseUrl: config.dataGovInBaseUrl, apiKey: config.dataGovInApiKey, signal: ending.signal }
    : undefined;
  const underWay = new Map<string, Promise<string[]>>();
  const knownEmpty = new Map<string, number>();
  let restsUntil = 0;

  /** The service's names for a question, from the cache or at first hand; undefined when it cannot be had now. */
  async function ask(question: LocationQuestion): Promise<string[] | undefined> {
    if (!service) return undefined;
    const key = keyOf(question);
    const cached = await findCached(database, key);
    if (cached && cached.ageMs < times.fresh) return cached.names;
    const answer = request(service, question, key);
    // An old list is better than waiting for a new one; the next form has the new one.
    if (cached) return cached.names;
    return answer && (await withTimeout(answer));
  }

  /** The one request for this question that is under way, or a new one if the service may be asked now. */
  function request(from: OpenDataOptions, question: LocationQuestion, key: string): Promise<string[]> | undefined {
    const now = Date.now();
    if (now < restsUntil || (knownEmpty.get(key) ?? 0) > now || ending.signal.aborted) return undefined;
    const present = underWay.get(key);
    if (present) return present;
    if (underWay.size >= maxQuestions) return undefined;
    const answer = fetchNames(question, from)
      .then(async (names) => {
        restsUntil = 0;
        if (names.length > 0) await saveCached(database, key, names);
        else rememberEmpty(key);
        return names;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, answer);
    answer.catch((error: unknown) => rest(question, error instanceof Error ? error.message : 'failed'));
    return answer;
  }

  /** The request goes on and fills the cache when it comes; only the forms do not wait for it. */
  async function withTimeout(answer: Promise<string[]>): Promise<string[] | undefined> {
    try {
      const names = await inTime(times.timeout, answer);
      return names.length > 0 ? names : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ETIMEDOUT') restsUntil = Date.now() + times.rest;
      return undefined;
    }
  }

  function rest(question: LocationQuestion, reason: string): void {
    if (ending.signal.aborted) return;
    restsUntil = Date.now() + times.rest;
    log.warn({ level: question.level, reason }, 'the open-data service gave no list of places');
  }

  function rememberEmpty(key: string): void {
    if (knownEmpty.size >= maxEmptyAnswers) knownEmpty.clear();
    knownEmpty.set(key, Date.now() + times.emptyAnswer);
  }

  /** The names of a place's parts as the service spells them, or as the bundle does where it does not answer. */
  const rawStates = async () => (await ask({ level: 'states' })) ?? bundledStates;

  async function rawDistricts(state: string): Promise<readonly string[]> {
    return (await ask({ level: 'districts', state })) ?? bundledDistricts(samePlace(bundledStates, state) ?? state);
  }

  /** As the service spells it. Only places that exist are asked for: visitors must not use up the operator's key. */
  const stateNamed = async (name: string) => samePlace(await rawStates(), name) ?? samePlace(bundledStates, name);

  return {
    /** The states and union territories. */
    async states(): Promise<readonly string[]> {
      return inOurSpelling(await rawStates(), bundledStates);
    },

    /** The districts of a state; none for a name that is no state. */
    async districts(stateName: string): Promise<readonly string[]> {
      const state = await stateNamed(stateName);
      if (state === undefined) return [];
      return inOurSpelling(await rawDistricts(state), bundledDistricts(samePlace(bundledStates, state) ?? state));
    },

    /**
     * The sub-districts of a district: the service's, else what members of that district have entered. Nobody has looked
     * at that, so strangers are offered only what several have entered, and nothing but letters and spaces.
     */
    async subDistricts(stateName: string, districtName: string, reader: Access = 'public'): Promise<readonly string[]> {
      if (stateName === '' || districtName === '') return [];
      if (service) {
        const state = await stateNamed(stateName);
        const district = state && samePlace(await rawDistricts(state), districtName);
        const names = state && district ? await ask({ level: 'subdistricts', state, district }) : undefined;
        if (names) return names;
      }
      const place = { state: stateName, district: districtName };
      const names = await findSubDistricts(database.reader, place, {
        shown: reader !== 'admin',
        usedBy: reader === 'public' ? limits.subDistrictMembers : 1,
      });
      return tidyNames(reader === 'public' ? names.filter((name) => /^[\p{L}\p{M}\p{Zs}]+$/u.test(name)) : names);
    },

    /** Ends what is under way. */
    async close(): Promise<void> {
      ending.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}

function keyOf(question: LocationQuestion): string {
  const place = [];
  if (question.level !== 'states') place.push(question.state);
  if (question.level === 'subdistricts') place.push(question.district);
  return JSON.stringify([question.level, ...place]);
}

/** Two spellings of one place, such as 'Jammu And Kashmir' and 'Jammu & Kashmir', have the same key. */
function placeKey(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^the /, '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** The name as the list writes it. */
function samePlace(names: readonly string[], wanted: string): string | undefined {
  const key = placeKey(wanted);
  return key === '' ? undefined : names.find((name) => placeKey(name) === key);
}

/** Members' records carry our spelling: it stays the same when the operator begins or ends to use the service. */
function inOurSpelling(names: readonly string[], ours: readonly string[]): readonly string[] {
  if (names === ours) return names;
  return tidyNames(names.map((name) => samePlace(ours, name) ?? name));
}
