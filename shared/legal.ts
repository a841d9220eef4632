/**
 * The version of the terms and the privacy notice that a registration is asked to accept, as `YYYY-MM-DD`.
 * It is stored with the registration. Change it whenever one of the two texts changes in substance.
 */
export const currentTermsVersion = '2025-01-01';
