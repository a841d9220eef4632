import { t } from '#web/lib/languages/text.ts';
import styles from './PageNumbers.module.css';

interface PageNumbersProps {
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Links to the other pages of a list: the first, the last, and those around this one. */
export function PageNumbers({ label, page, pages, onPage }: PageNumbersProps) {
  const arrow = (name: string, to: number, path: string) => (
    <li className="flex">
      <button
        type="button"
        className="touch-square bare text-14 tints"
        aria-label={name}
        disabled={to < 1 || to > pages}
        onClick={() => onPage(to)}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d={path} stroke="currentColor" strokeWidth="2" fill="none" />
        </svg>
      </button>
    </li>
  );
  return (
    <nav aria-label={label}>
      <ul className={`flex flex-wrap ${styles.pages} justify-center`}>
        {arrow(t('Go to previous page'), page - 1, 'm14.500 6-6 6 6 6')}
        {numbersAround(page, pages).map((number, index, all) => (
          <li key={number} className="flex" data-gap={(index > 0 && number > all[index - 1]! + 1) || undefined}>
            <button
              type="button"
              className="touch-square bare text-14 tints"
              aria-label={number === page ? t(`page ${number}`) : t(`Go to page ${number}`)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          </li>
        ))}
        {arrow(t('Go to next page'), page + 1, 'm9.500 6 6 6-6 6')}
      </ul>
    </nav>
  );
}

/** The pages to link. With the gaps they always fill the same number of places, so that nothing moves. */
function numbersAround(page: number, pages: number): number[] {
  const from = Math.max(2, Math.min(page - 1, pages - 4));
  const to = Math.min(pages - 1, Math.max(page + 1, 5));
  const numbers = [1];
  for (let number = from; number <= to; number++) numbers.push(number);
  if (pages > 1) numbers.push(pages);
  // A gap of a single page shows that page.
  return numbers.flatMap((number, index) =>
    index > 0 && number === numbers[index - 1]! + 2 ? [number - 1, number] : [number],
  );
}
