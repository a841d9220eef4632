/** For the log and the command line: '3 passkeys removed'; '' for none. */
export const removedInWords = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'passkey' : 'passkeys'} removed`;
