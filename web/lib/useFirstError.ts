import { type RefObject, useEffect } from 'react';

interface SubmitState {
  submitCount: number;
  isSubmitting: boolean;
  errors: object;
}

/**
 * Puts the focus on the first field with an error whenever a submit has failed: by the order on the screen, only once
 * the form can take the focus again, and in the middle of the window, clear of what sticks to its edges.
 */
export function useFirstError(form: RefObject<HTMLElement | null>, state: SubmitState) {
  const { submitCount, isSubmitting } = state;
  const failed = Object.keys(state.errors).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a submit moves the focus, never an edit
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || !failed) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A date is typed in parts; the field around them takes no focus itself.
    const target = field?.matches('input, textarea, button, [tabindex]')
      ? field
      : field?.querySelector<HTMLElement>('[tabindex="0"]');
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  }, [submitCount, isSubmitting, form]);
}
