import type { Control, FieldValues } from 'react-hook-form';

/** A form's control for a part of it that knows some of its fields only; the library's own type fits the whole form alone. */
export function partOf<Part extends FieldValues, Values extends Part>(
  control: Control<Values, unknown, Values>,
): Control<Part, unknown, Part> {
  return control as unknown as Control<Part, unknown, Part>;
}
