import { CardSection } from '#web/features/card/CardSection.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './ProfilePage.module.css';

export function Component() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeader title="My Member Card" />
      <CardSection />
    </div>
  );
}
