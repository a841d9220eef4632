import { StatusDot } from '#web/ui/tables/StatusDot.tsx';

/** The words for whether visitors see an entry. */
const activeWord = (active: boolean): string => (active ? 'Active' : 'InActive');

export function ActiveStatus({ active }: { active: boolean }) {
  return <StatusDot tone={active ? 'good' : 'neutral'}>{activeWord(active)}</StatusDot>;
}
