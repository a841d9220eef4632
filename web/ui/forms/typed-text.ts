import type { CompositionEvent, InputEvent } from 'react';
import { plainMobile } from '#shared/typing.ts';

/** Whether a change is that of one key, not of pasted or suggested text. */
export const isOneKey = (event: Event) =>
  event instanceof InputEvent && event.inputType === 'insertText' && [...(event.data ?? '')].length === 1;

/** Whether a keyboard is composing a word: a text that changes under it comes twice. */
export const isComposing = (event: Event) => event instanceof InputEvent && event.isComposing;

/** For a field that holds its value: changes what is typed, a composed word when it is complete. */
export const typedAs = (change: (text: string, typed: boolean) => string) => {
  const apply = (input: HTMLInputElement, typed: boolean) => {
    const text = change(input.value, typed);
    if (text !== input.value) input.value = text;
  };
  return {
    onInput: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
      if (!isComposing(nativeEvent)) apply(currentTarget, isOneKey(nativeEvent));
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => apply(currentTarget, true),
  };
};

/** For a field for any telephone number: an Indian mobile number with a prefix becomes its ten digits once it is complete. */
export const asPlainMobile = typedAs(plainMobile);
