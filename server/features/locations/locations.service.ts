import type { Core } from '#server/core.ts';
import { subDistrictsEntered } from '#server/features/members/members.service.ts';
import { bundledDistricts, bundledStates } from './bundle.ts';
import { findCached, saveCached } from './locations.queries.ts';
import { fetchNames, type LocationQuestion, type OpenDataOptions, tidyNames } from './open-data.ts';

const minute = 60_000;

/** How the open-data service is used. Milliseconds; tests make them short. */
export interface LocationTimes {
  /** How long a cached answer counts as fresh. */
  fresh: number;
  /** How long a form waits for an answer before it gets what is there. */
  patience: number;
  /** How long the service is left alone after it failed or kept a form waiting. */
  rest: number;
  /** How long 'I know none' is believed. */
  emptyAnswer: number;
}

const usualTimes: LocationTimes = {
  fresh: 30 * 24 * 60 * minute,
  patience: 4_000,
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
    return answer && (await withPatience(answer));
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

  async function withPatience(answer: Promise<string[]>): Promise<string[] | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const lapse = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        // The request goes on and fills the cache when it comes; only the forms do not wait for it.
        restsUntil = Date.now() + times.rest;
        resolve(undefined);
      }, times.patience);
    });
    try {
      const names = await Promise.race([answer.catch(() => undefined), lapse]);
      return names && names.length > 0 ? names : undefined;
    } finally {
      clearTimeout(timer);
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

  async function states(): Promise<readonly string[]> {
    return (await ask({ level: 'states' })) ?? bundledStates;
  }

  async function districts(stateName: string): Promise<readonly string[]> {
    // Only places that exist are asked for: whatever visitors send must not use up the operator's key.
    const state = matching(await states(), stateName) ?? matching(bundledStates, stateName);
    if (!state) return [];
    return (await ask({ level: 'districts', state })) ?? bundledDistricts(state);
  }

  return {
    states,

    /** The districts of a state; none for a name that is no state. */
    districts,

    /** The sub-districts of a district: the service's, else those that members of that district have entered. */
    async subDistricts(stateName: string, districtName: string): Promise<readonly string[]> {
      if (stateName === '' || districtName === '') return [];
      if (service) {
        const state = matching(await states(), stateName);
        const district = state && matching(await districts(state), districtName);
        const names = state && district ? await ask({ level: 'subdistricts', state, district }) : undefined;
        if (names) return names;
      }
      return tidyNames(await subDistrictsEntered(database, stateName, districtName));
    },

    /** Ends what is under way. */
    async close(): Promise<void> {
      ending.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}

export type LocationsService = ReturnType<typeof createLocationsService>;

function keyOf(question: LocationQuestion): string {
  const place = [];
  if (question.level !== 'states') place.push(question.state);
  if (question.level === 'subdistricts') place.push(question.district);
  return JSON.stringify([question.level, ...place]);
}

/** The name as the list writes it. */
function matching(names: readonly string[], wanted: string): string | undefined {
  const lower = wanted.trim().toLowerCase();
  return names.find((name) => name.toLowerCase() === lower);
}
