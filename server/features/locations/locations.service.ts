import type { Core } from '#server/core.ts';
import { Reach } from '#server/platform/database/reach.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { limits } from '#shared/limits.ts';
import { bundledDistricts, bundledStates } from './bundle.ts';
import { findCached, findSubDistricts, saveCached } from './locations.queries.ts';
import { fetchNames, type LocationQuestion, type OpenDataOptions, tidyNames } from './open-data.ts';

const minute = 60_000;

/** How the open-data service is used. Milliseconds; tests make them short. */
export interface LocationTimes {
  /** How long a cached answer counts as fresh. */
  fresh: number;
  /** How long a form waits for an answer before it gets the cached or bundled one. */
  timeout: number;
  /** How long the service is not asked after it failed or timed out. */
  rest: number;
  /** How long an empty answer is cached. */
  emptyAnswer: number;
}

const usualTimes: LocationTimes = {
  fresh: 30 * 24 * 60 * minute,
  timeout: 4_000,
  rest: minute,
  emptyAnswer: 60 * minute,
};
/** Concurrent requests; further ones are answered from the cache or the bundle. */
const maxQuestions = 6;
/** Cached empty answers, so that they stay few. */
const maxEmptyAnswers = 2_000;

/**
 * States, districts and sub-districts in English, sorted. With a key they come from the open-data service through a
 * cache in the database; without one, or while the service fails, from the cache and then from the bundle.
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

  /** The service's names for a query, cached or fetched; undefined when it cannot be reached. */
  async function ask(question: LocationQuestion): Promise<string[] | undefined> {
    if (!service) return undefined;
    const key = keyOf(question);
    const cached = await findCached(database, key);
    if (cached && cached.ageMs < times.fresh) return cached.names;
    const answer = request(service, question, key);
    // A stale list is better than a wait; the next form gets the new one.
    if (cached) return cached.names;
    return answer && (await namesInTime(answer));
  }

  /** The pending request for this query, or a new one if the service may be asked now. */
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

  /** After a timeout the request goes on and fills the cache later. */
  async function namesInTime(answer: Promise<string[]>): Promise<string[] | undefined> {
    try {
      const names = await withTimeout(times.timeout, answer);
      return names.length > 0 ? names : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ETIMEDOUT') restsUntil = Date.now() + times.rest;
      return undefined;
    }
  }

  function rest(question: LocationQuestion, reason: string): void {
    if (ending.signal.aborted) return;
    restsUntil = Date.now() + times.rest;
    log.warn({ level: question.level, reason }, 'the open-data service gave no list of names');
  }

  function rememberEmpty(key: string): void {
    if (knownEmpty.size >= maxEmptyAnswers) knownEmpty.clear();
    knownEmpty.set(key, Date.now() + times.emptyAnswer);
  }

  /** The names of a locality's parts in the service's spelling, or the bundle's if it does not answer. */
  const rawStates = async () => (await ask({ level: 'states' })) ?? bundledStates;

  async function rawDistricts(state: string): Promise<readonly string[]> {
    return (await ask({ level: 'districts', state })) ?? bundledDistricts(sameName(bundledStates, state) ?? state);
  }

  /** In the service's spelling. Only existing localities are asked for: visitors must not use up the operator's quota. */
  const stateNamed = async (name: string) => sameName(await rawStates(), name) ?? sameName(bundledStates, name);

  return {
    /** The states and union territories. */
    async states(): Promise<readonly string[]> {
      return inOurSpelling(await rawStates(), bundledStates);
    },

    /** The districts of a state; empty for an unknown one. */
    async districts(stateName: string): Promise<readonly string[]> {
      const state = await stateNamed(stateName);
      if (state === undefined) return [];
      return inOurSpelling(await rawDistricts(state), bundledDistricts(sameName(bundledStates, state) ?? state));
    },

    /**
     * The sub-districts of a district: the service's, else those that members of that district have entered. Nobody has checked
     * these, and a rare one tells of a single person, so visitors only get names of letters and spaces that several members have entered.
     * @param reader a member, who sees these people in the directory, or an administrator's reach among people
     */
    async subDistricts(stateName: string, districtName: string, reader?: 'member' | Reach): Promise<readonly string[]> {
      if (stateName === '' || districtName === '') return [];
      if (service) {
        const state = await stateNamed(stateName);
        const district = state && sameName(await rawDistricts(state), districtName);
        const names = state && district ? await ask({ level: 'subdistricts', state, district }) : undefined;
        if (names) return names;
      }
      const locality = { state: stateName, district: districtName };
      const isOffice = reader instanceof Reach && reader.has(stateName);
      const seesPeople = isOffice || reader === 'member';
      const names = await findSubDistricts(database.reader, locality, {
        shown: !isOffice,
        usedBy: seesPeople ? 1 : limits.subDistrictMembers,
      });
      return tidyNames(!seesPeople ? names.filter((name) => /^[\p{L}\p{M}\p{Zs}]+$/u.test(name)) : names);
    },

    /** Cancels pending requests. */
    async close(): Promise<void> {
      ending.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}

function keyOf(question: LocationQuestion): string {
  const names = [];
  if (question.level !== 'states') names.push(question.state);
  if (question.level === 'subdistricts') names.push(question.district);
  return JSON.stringify([question.level, ...names]);
}

/** A key for comparison: equal for spellings such as 'Jammu And Kashmir' and 'Jammu & Kashmir'. */
function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^the /, '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** The same name in the list's spelling. */
function sameName(names: readonly string[], place: string): string | undefined {
  const key = comparable(place);
  return key === '' ? undefined : names.find((name) => comparable(name) === key);
}

/** Members' records use our spelling: it must not change when the operator starts or stops using the service. */
function inOurSpelling(names: readonly string[], ours: readonly string[]): readonly string[] {
  if (names === ours) return names;
  return tidyNames(names.map((name) => sameName(ours, name) ?? name));
}
