import { MyConferences } from '#web/features/participations/MyConferences.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './ProfilePage.module.css';

export function Component() {
  return (
    <div className="wrap page">
      <PageHeader title="My Conferences" />
      <div className={`${styles.sections} grid gap-5`}>
        <MyConferences />
      </div>
    </div>
  );
}
