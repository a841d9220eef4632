import { type Core, serviceOf } from '#server/core.ts';
import type { Feature, FoundRecord, OfficeSearch } from '#server/feature.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { findPersonMoney } from '#server/features/subscription/person-money.queries.ts';
import { findSubscriptionStatuses } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import { searchTerm } from '#server/platform/database/search-term.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { noSubscription } from '#shared/contracts/payments.ts';
import type { SearchHit, searchAll } from '#shared/contracts/search.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { hasPower } from '#shared/powers.ts';
import * as queries from './search.queries.ts';

type More = NonNullable<EndpointResponse<typeof searchAll>['more']>;

const people = { kind: 'person', heading: 'People', power: 'members' } as const;

/** The search across everything in the office: people, then what each feature finds. */
export function createSearchService(core: Core, features: readonly Feature[]) {
  const { reader } = core.database;
  const { address } = serviceOf(core, pictureAddresses);
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
      const ids = persons.map(({ id }) => id);
      const standings = await findSubscriptionStatuses(reader, await findSubscription(reader), ids);
      const money = hasPower(office, 'money') ? await findPersonMoney(reader, ids) : undefined;
      const shown = persons.map(({ id, name, reference, memberNumber, status }) => ({
        id,
        title: name,
        details: [reference, memberNumber, status],
        link: paths.admin.person(id),
      }));
      const hits = hitsOf(people, shown).map((hit, index): SearchHit => {
        const { id, pictureFile, ...person } = persons[index]!;
        const standing = standings.get(id) ?? noSubscription;
        return {
          ...hit,
          person: { ...person, picture: address(id, pictureFile), standing, money: money?.get(id) ?? null },
        };
      });
      const data = [...hits, ...others.flat()];
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
