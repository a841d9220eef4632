// The words of the ledger's columns.

export const duePurposes = ['admission', 'annual', 'upgrade', 'conference'] as const;
export type DuePurpose = (typeof duePurposes)[number];

export const dueStates = ['due', 'claimed', 'refused', 'waived', 'cancelled', 'refunded', 'settled'] as const;
export type DueState = (typeof dueStates)[number];

/** A price, or an end. */
export const dueChangeKinds = ['changed', 'waived', 'cancelled', 'refunded'] as const;
export type DueChangeKind = (typeof dueChangeKinds)[number];

export const dueChangeCauses = ['', 'decision', 'wish', 'tier', 'merge'] as const;
export type DueChangeCause = (typeof dueChangeCauses)[number];

export const claimStates = ['pending', 'confirmed', 'refused', 'withdrawn'] as const;

/** Of a reversal: where its rupees go, of the due. */
export const becomings = ['open', 'cancelled', 'refunded'] as const;
export type Becomes = (typeof becomings)[number];
