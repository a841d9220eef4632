import type { InputEvent } from 'react';
import { plainMobile } from '#shared/typing.ts';

/** For `onInput` of a field for any telephone number: an Indian mobile number with a prefix becomes its ten digits once it is complete. */
export function toPlainMobile({ currentTarget }: InputEvent<HTMLInputElement>) {
  const { value } = currentTarget;
  const plain = plainMobile(value);
  if (plain !== value) currentTarget.value = plain;
}
