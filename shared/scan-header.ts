/** The header of an uploaded file's malware scan: `clean` or `none`. */
export const scanHeader = 'x-malware-scan';
