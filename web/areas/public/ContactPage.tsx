import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { ContactSection } from '#web/features/contact/ContactSection.tsx';
import { GrievanceOfficer } from '#web/features/policies/GrievanceOfficer.tsx';
import type { PageMeta } from '#web/lib/page.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';

export function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has('sent') };
}

export const meta: PageMeta = {
  title: 'Contact',
  description: 'Write to the office of the association, or find its address, telephone and e-mail.',
};

export function Component() {
  const { sent } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title="Contact us" />
      {sent && (
        <div className="wrap">
          <p className="strong mark-good good surface pad-2" role="status">
            Thank you. Your message is with the office.
          </p>
        </div>
      )}
      <ContactSection headed={false} />
      <GrievanceOfficer />
    </>
  );
}
