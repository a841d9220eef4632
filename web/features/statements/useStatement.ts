import { useEffect, useState } from 'react';
import {
  getStatement,
  type MappingInput,
  type StatementAnswer,
  uploadStatement,
} from '#shared/contracts/statements.ts';
import { api } from '#web/lib/calls/api.ts';
import { failureOf, showFailure } from '#web/lib/calls/failures.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';

export type Unread = readonly { sheet: string; row: number; text: string; reason: string }[];
export type LeftSheets = readonly { sheet: string; reason: string }[];

const pollAgainMs = 1_000;

/**
 * The current statement: an uploaded file, or an earlier one named in the address.
 * @param onShown called when another statement is shown
 */
export function useStatement(id: string, onShown: (answer: StatementAnswer) => void) {
  const { busy, run } = useSingleRun();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<StatementAnswer>();
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  /** Set while the date order of the file is asked for, with the mapping given so far. */
  const [askingDates, setAskingDates] = useState<{ mapping: MappingInput | undefined }>();
  const [unread, setUnread] = useState<Unread>([]);
  const [left, setLeft] = useState<LeftSheets>([]);
  const isHere = sent?.statement.id === id;
  const loaded = useLoad(getStatement, id !== '' && !isHere ? { params: { id } } : null);

  const send = (chosen: File, mapping?: MappingInput) =>
    run(async () => {
      setFile(chosen);
      setProblem(undefined);
      setAskingDates(undefined);
      setUnread([]);
      setProgress(0);
      try {
        const body = mapping ? { mapping: JSON.stringify(mapping) } : {};
        const answer = await api(uploadStatement, { body, files: { file: chosen } }, { onProgress: setProgress });
        setSent(answer);
        setUnread(answer.unread);
        setLeft(answer.left);
        onShown(answer);
      } catch (error) {
        const { code, fields = {}, message } = failureOf(error);
        if (code === 'DATES_UNCLEAR') setAskingDates({ mapping });
        else setProblem(Object.values(fields)[0] ?? message);
      } finally {
        setProgress(undefined);
      }
    });
  const refresh = async () => {
    if (id === '') return;
    if (!isHere) return loaded.reload();
    setSent(await api(getStatement, { params: { id } }));
  };
  const answer = id === '' ? undefined : isHere ? sent : loaded.data;
  const isReading = answer?.statement.state === 'reading';
  // Each answer is another object, so that the next look follows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each rendering makes another refresh
  useEffect(() => {
    if (!isReading) return;
    const timer = setTimeout(() => void refresh().catch(showFailure), pollAgainMs);
    return () => clearTimeout(timer);
  }, [isReading, answer]);
  return {
    answer,
    failed: isHere ? undefined : loaded.failed,
    loading: loaded.loading,
    reload: loaded.reload,
    file,
    askingDates,
    /** The rows of the uploaded file that could not be read. */
    unread: isHere ? unread : [],
    /** Its sheets that were left out. */
    left: isHere ? left : [],
    busy,
    progress,
    problem,
    send,
    forget: () => {
      setFile(null);
      setProblem(undefined);
      setAskingDates(undefined);
    },
    refresh,
  };
}
