import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { T } from './T.ts';
import { speaking, t } from './text.ts';

const words: Record<string, string> = {
  'Please read {a} of {name}.': 'कृपया {name} की {a} पढ़ें।',
  'the {kind} terms': '{kind} शर्तें',
};

function Invitation({ name, kind }: { name: string; kind: string }) {
  return (
    <p>
      <T>
        Please read <a href="/terms">{t(`the ${kind} terms`)}</a> of {name}.
      </T>
    </p>
  );
}

test('a text with elements and values in it is found as a whole, in English and in Hindi, without a build', () => {
  const shown = (language: 'en' | 'hi') =>
    speaking(
      language,
      (id) => (language === 'hi' ? words[id] : undefined),
      () => renderToString(<Invitation name="Asha" kind="new" />).replaceAll('<!-- -->', ''),
    );
  expect(shown('en')).toBe('<p>Please read <a href="/terms">the new terms</a> of Asha.</p>');
  expect(shown('hi')).toBe('<p>कृपया Asha की <a href="/terms">new शर्तें</a> पढ़ें।</p>');
});
