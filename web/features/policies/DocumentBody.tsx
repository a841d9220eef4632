import { t } from '#web/lib/languages/text.ts';
import styles from './DocumentBody.module.css';
import type { StaticDocument } from './document.ts';

/** A document's sections with a table of contents. */
export function DocumentBody({ document }: { document: StaticDocument }) {
  return (
    <div className={`grid gap-4 ${styles.columns}`}>
      <nav
        className={`sticky-from-md card self-start px-3 py-2 no-print ${styles.contents}`}
        aria-label={t('Contents')}
      >
        <h2 className="text-18 mb-4px">{t('Contents')}</h2>
        <ol className="list">
          {document.sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{t(section.heading)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={`measure ${styles.text}`}>
        <p className="text-18">{t(document.intro)}</p>
        {document.sections.map((section, index) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-heading`}>
            <h2 id={`${section.id}-heading`}>
              {index + 1}. {t(section.heading)}
            </h2>
            {section.blocks.map((block) =>
              block.kind === 'text' ? (
                <p key={block.text}>{t(block.text)}</p>
              ) : (
                <ul key={String(block.items[0])}>
                  {block.items.map((item) => (
                    <li key={String(item)}>{t(item)}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
