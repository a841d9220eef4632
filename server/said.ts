import { notLoggedIn } from '#shared/errors.ts';

/** Messages that several features of the server send. Those that browsers show as well are in `shared/messages.ts`. */
export const said = {
  notLoggedIn,
  noAccess: 'You do not have access to this.',
  checkFields: 'Please check the fields that are marked.',
  conferenceCancelled: 'This conference has been cancelled.',
  conferenceOver: 'This conference is over.',
  nobodyAsked: 'This conference takes no registrations on this site.',
  linkUnknown: 'This link is not known. Please open the complete link in the e-mail again.',
  linkReplaced: 'We have sent you a newer e-mail. Please use the link in that one.',
  nothingSent: 'Nothing was sent that could be changed.',
  noLongerNeeded: 'It was no longer needed.',
  unreadable: 'The request could not be read.',
  nothingHere: 'There is nothing at this address.',
  noSuchCall: 'There is no such call.',
  oneReceived: 'One payment was received.',
  paymentNotFound: 'This payment was not found.',
  tierNotOffered: 'This membership is not offered at present. Please choose another one.',
  lineNotRead: 'This line is not in the latest reading of its file.',
  notSure: 'This credit is no longer a sure match. Please look at it again.',
  lineUsed: 'This line of the statement has already been used.',
  sendingBack: 'The payment is being sent back.',
  isSentBack: 'This payment is being sent back online.',
  refundRefused: 'The gateway has refused the refund.',
  emptyFile: 'This file is empty. Please choose another one.',
} as const;
