import { Outlet } from 'react-router';

export function PublicLayout() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
