import { type RefObject, useEffect } from 'react';

interface SubmitState {
  submitCount: number;
  isSubmitting: boolean;
  errors: object;
}

/**
 * Focuses the first field with an error after a failed submit: the first on the screen, once the form is enabled again,
 * and in the middle of the window, clear of sticky bars. A form with an `ErrorSummary` leaves the focus to it.
 */
export function useFirstError(form: RefObject<HTMLElement | null>, state: SubmitState, hasSummary = false) {
  const { submitCount, isSubmitting } = state;
  const failed = Object.keys(state.errors).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a submit moves the focus, not an edit
  useEffect(() => {
    if (hasSummary || submitCount === 0 || isSubmitting || !failed) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A date field has several inputs and cannot be focused itself.
    const target = field?.matches('input, textarea, button, [tabindex]')
      ? field
      : field?.querySelector<HTMLElement>('[tabindex="0"]');
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  }, [submitCount, isSubmitting, form, hasSummary]);
}
