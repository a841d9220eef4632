import { type HydrationState, isRouteErrorResponse } from 'react-router';
import type { ErrorCode } from '#shared/error-status.ts';
import { AppError } from '#shared/errors.ts';

/** An error as embedded in the page; only what a visitor may read. */
interface SerializedError {
  code: ErrorCode;
  message: string;
}

/** The loaders' and the action's data and errors as they are embedded in the page. */
export interface SerializedState {
  loaderData?: HydrationState['loaderData'];
  actionData?: HydrationState['actionData'];
  errors?: Record<string, SerializedError> | null;
}

/** Turns errors into JSON; unexpected ones lose their message, which is for the log only. */
export function serialize(state: HydrationState): SerializedState {
  const { loaderData, actionData } = state;
  const data = { loaderData, ...(actionData && { actionData }) };
  if (!state.errors) return { ...data, errors: null };
  const errors = Object.entries(state.errors).map(([id, error]): [string, SerializedError] => [
    id,
    serializeError(error),
  ]);
  return { ...data, errors: Object.fromEntries(errors) };
}

function serializeError(error: unknown): SerializedError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (isRouteErrorResponse(error) && error.status === 404) return { code: 'NOT_FOUND', message: 'Not found.' };
  return { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again in a moment.' };
}

/** The reverse of {@link serialize}. */
export function deserialize(data: SerializedState): HydrationState {
  if (!data.errors) return { ...data, errors: undefined };
  const errors = Object.entries(data.errors).map(([id, { code, message }]) => [id, new AppError(code, message)]);
  return { ...data, errors: Object.fromEntries(errors) };
}
