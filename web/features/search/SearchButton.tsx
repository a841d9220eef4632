import { Button } from '#web/ui/Button.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';
import { KeyHint } from '#web/ui/KeyHint.tsx';
import { openSearch } from './search-state.ts';

/** Opens the search across the office; only an icon on a phone. */
export function SearchButton() {
  return (
    <Button look="text" aria-label="Search everything" aria-keyshortcuts="/" onClick={openSearch}>
      <SearchIcon />
      <span className="hidden-below-sm">Search</span>
      <KeyHint keys="/" />
    </Button>
  );
}
