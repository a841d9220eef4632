import { StatusDot } from '#web/ui/StatusDot.tsx';

/** The one pair of words for what visitors see and what they do not. */
export const activeWord = (active: boolean): string => (active ? 'Active' : 'InActive');

export function ActiveStatus({ active }: { active: boolean }) {
  return <StatusDot tone={active ? 'good' : 'neutral'}>{activeWord(active)}</StatusDot>;
}
