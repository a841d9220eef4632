import { MyConferences } from '#web/features/participations/MyConferences.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

export function Component() {
  return (
    <div className="container page">
      <PageHeader title="My Conferences" />
      <div className="grid gap-5 max-w-960">
        <MyConferences />
      </div>
    </div>
  );
}
