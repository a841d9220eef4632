import { useState } from 'react';
import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import {
  authorisationStates,
  endAuthorisation,
  type ListedAuthorisation,
  listAuthorisations,
} from '#shared/contracts/authorisations.ts';
import { givenMonth } from '#shared/contracts/checkoff.ts';
import { requiredText } from '#shared/fields.ts';
import { monthInWords, monthOf } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatRupees } from '#shared/money.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { useOffice, useStateNames } from '#web/lib/login/office.ts';

import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterCombo } from '#web/ui/tables/FilterCombo.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import type { PartProps } from './address.ts';
import { ReadLetters } from './ReadLetters.tsx';
import { monthOptions, stateLabels } from './wording.ts';

/** A row with what only those see who handle money. */
type Whole = ListedAuthorisation & { id: string };
const isWhole = (row: ListedAuthorisation): row is Whole => row.id !== undefined;

const columns: Column<ListedAuthorisation>[] = [
  {
    key: 'name',
    header: 'Member',
    primary: true,
    free: true,
    cell: ({ name, memberNumber }) => <TwoLines first={name} second={memberNumber ?? ''} />,
  },
  {
    key: 'office',
    header: 'Paying office',
    free: true,
    cell: ({ office, officeName, employeeNumber }) => (
      <TwoLines first={office?.name ?? officeName ?? ''} second={employeeNumber ?? ''} />
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ state, signed }) => (state === 'asked' && signed ? 'Asked, letter sent' : (stateLabels[state] ?? state)),
  },
  {
    key: 'from',
    header: 'Months',
    cell: ({ from, until }) => (from ? `${monthInWords(from)}${until ? ` to ${monthInWords(until)}` : ''}` : nothing),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ amount }) => (amount === undefined ? nothing : formatRupees(amount)),
  },
];

/** Consents of members: read, confirmed and ended. */
export function Authorisations({ address, change, page, onPage }: PartProps) {
  const { may } = useOffice();
  const states = useStateNames();
  const { q: search, homeState, officeId } = address;
  const state = authorisationStates.find((each) => each === address.state) ?? '';
  const load = useLoad(listAuthorisations, { query: { search, homeState, officeId, state, page } });
  const [reading, setReading] = useState<{ id?: string } | null>(null);
  const [ending, setEnding] = useState<Whole | null>(null);
  const isFiltered = search !== '' || homeState !== '' || officeId !== '' || state !== '';
  return (
    <>
      <FilterBar
        label="Authorisations"
        search={{
          label: 'Search members',
          placeholder: 'Name or member number',
          value: search,
          onChange: (q) => change({ q }),
        }}
        chosen={[homeState, state, officeId].filter((value) => value !== '').length}
        onReset={() => change({ q: '', homeState: '', state: '', officeId: '' })}
        active={isFiltered}
      >
        <FilterSelect
          label="Status"
          value={state}
          options={authorisationStates.map((value) => ({ value, label: stateLabels[value] ?? value }))}
          onChange={(next) => change({ state: next })}
        />
        <FilterCombo
          label="State"
          value={homeState}
          options={states}
          onChange={(next) => change({ homeState: next })}
        />
      </FilterBar>
      {officeId !== '' && (
        <p className="m-0 flex flex-wrap items-center gap-2">
          <span>Of one paying office{load.data?.data[0]?.office ? `: ${load.data.data[0].office.name}` : ''}.</span>
          <Button small look="text" onClick={() => change({ officeId: '' })}>
            Show all
          </Button>
        </p>
      )}
      {may('money') && (
        <div>
          <Button look="outlined" onClick={() => setReading({})}>
            Read and confirm letters
          </Button>
        </div>
      )}
      <DataTable
        caption="Authorisations"
        columns={columns}
        rowKey={(row) => row.id ?? `${row.memberNumber} ${row.office?.id} ${row.state}`}
        emptyText={isFiltered ? 'No authorisation is found.' : 'Nobody has asked for the deduction yet.'}
        {...usePaging(load, page, onPage)}
        actions={
          may('money')
            ? (row: ListedAuthorisation) =>
                isWhole(row) && (
                  <span className="flex items-center gap-1">
                    {row.state === 'asked' && (
                      <Button
                        small
                        look="outlined"
                        aria-label={`Read the letter of ${row.name}`}
                        onClick={() => setReading({ id: row.id })}
                      >
                        Read
                      </Button>
                    )}
                    {(row.state === 'asked' || row.state === 'confirmed') && (
                      <Button
                        small
                        look="text"
                        aria-label={`End the deduction of ${row.name}`}
                        onClick={() => setEnding(row)}
                      >
                        End
                      </Button>
                    )}
                  </span>
                )
            : undefined
        }
      />
      {reading && (
        <ReadLetters
          filter={{ search, state: homeState, officeId }}
          first={reading.id}
          onClose={() => setReading(null)}
          reload={load.reload}
        />
      )}
      {ending && <EndDialog row={ending} onClose={() => setEnding(null)} reload={load.reload} />}
    </>
  );
}

const endSchema = z.object({ reason: requiredText(messages.payment.reason, limits.reasonLength), month: givenMonth });

/** Ends an authorisation of somebody who was suspended, has retired or was transferred. */
function EndDialog({ row, onClose, reload }: { row: Whole; onClose: () => void; reload: () => void }) {
  const form = useForm(checkedBy(endSchema), { reason: '', month: monthOf(clock.today()) });
  return (
    <ShortFormDialog
      title={`End the deduction of ${row.name}?`}
      submitLabel="End"
      danger
      form={form}
      send={async (values) => {
        toast.success((await api(endAuthorisation, { body: { id: row.id, ...values } })).message);
        reload();
        onClose();
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <Field
          control={form.control}
          name="reason"
          label="Reason"
          required
          rows={2}
          maxLength={limits.reasonLength}
          hint="Such as suspended, retired, or transferred."
        />
        <SelectField
          control={form.control}
          name="month"
          label="Last month that is deducted"
          required
          chosenOnly
          options={monthOptions()}
        />
      </div>
    </ShortFormDialog>
  );
}
