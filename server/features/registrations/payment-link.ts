import type { Config } from '#server/config.ts';
import type { MemberRow } from '#server/features/members/members.queries.ts';
import { paths } from '#shared/paths.ts';

/** The absolute address of a registration's payment step. */
export const paymentLink = ({ publicUrl }: Pick<Config, 'publicUrl'>, { id, tier }: Pick<MemberRow, 'id' | 'tier'>) =>
  `${publicUrl}${paths.membership}?${new URLSearchParams({ isRegistered: 'true', id, membership: tier })}`;
