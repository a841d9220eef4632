/** Beside a file that somebody sent: whether it was looked at for malware, `clean` or `none`. */
export const scanHeader = 'x-malware-scan';
