import { MyConferences } from '#web/features/participations/MyConferences.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

export function Component() {
  return (
    <div className="wrap page">
      <PageHeader title="My Conferences" />
      <div className="grid gap-5 up-to-960">
        <MyConferences />
      </div>
    </div>
  );
}
