import { CardSection } from '#web/features/card/CardSection.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

export function Component() {
  return (
    <div className="container page">
      <PageHeader title="My Member Card" />
      <CardSection />
    </div>
  );
}
