import { Outlet } from 'react-router';

export function AdminLayout() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
