import type { Core } from '#server/core.ts';
import type { Feature, FoundRecord, OfficeSearch } from '#server/feature.ts';
import { searchTerm } from '#server/platform/database/search-term.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import type { SearchHit, searchAll } from '#shared/contracts/search.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { hasPower } from '#shared/powers.ts';
import * as queries from './search.queries.ts';

type More = NonNullable<EndpointResponse<typeof searchAll>['more']>;

const people = { kind: 'person', heading: 'People', power: 'members' } as const;

/** The search across everything in the office: people, then what each feature finds. */
export function createSearchService({ database: { reader } }: Pick<Core, 'database'>, features: readonly Feature[]) {
  const searches = features.flatMap(({ search }) => search ?? []);
  return {
    /** A few of each kind that the administrator may see, in the order of the features. */
    async all(
      text: string,
      office: Pick<ActingAdministrator, 'powers' | 'reach'>,
    ): Promise<{ data: SearchHit[]; more: More | null }> {
      const term = searchTerm(text);
      if (!term) return { data: [], more: null };
      const [persons, ...others] = await Promise.all([
        hasPower(office, people.power) ? queries.findPeople(reader, term, office.reach) : [],
        ...searches.map(async (search) =>
          hasPower(office, search.power) ? hitsOf(search, await search.find(reader, term, office)) : [],
        ),
      ]);
      const shown = persons.map(({ id, name, reference, memberNumber, status }) => ({
        id,
        title: name,
        details: [reference, memberNumber, status],
        link: paths.admin.person(id),
      }));
      const data = [...hitsOf(people, shown), ...others.flat()];
      if (persons.length < limits.foundOfAKind) return { data, more: null };
      const max = limits.foundCounted;
      const count = await queries.countPeople(reader, term, office.reach, max);
      const link = paths.admin.registrationsWith(persons[0]!.status, text);
      const more = { people: Math.min(count, max), isBound: count > max, link };
      return { data, more: count > persons.length ? more : null };
    },
  };
}

const hitsOf = ({ kind, heading }: Pick<OfficeSearch, 'kind' | 'heading'>, rows: FoundRecord[]): SearchHit[] =>
  rows.map(({ id, title, details, link }) => ({
    kind,
    heading,
    id,
    title,
    detail: details.filter((part) => part).join(' · '),
    link,
  }));
