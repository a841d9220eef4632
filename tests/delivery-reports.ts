/** The mail that a delivery report is about. */
export interface Reported {
  messageId: string;
  to: string;
  action?: 'failed' | 'delayed' | 'delivered';
  status?: string;
}

const crlf = (text: string) => text.replaceAll('\n', '\r\n');
const original = ({ messageId, to }: Reported) => `Received: from site (localhost [127.0.0.1])
	by relay.example.net (Postfix) with ESMTPS id 4F2X;
	Mon, 23 Nov 2026 09:00:00 +0000 (UTC)
From: Association <no-reply@www.example.org>
To: ${to}
Subject: Your password was changed
Message-ID: <${messageId}>
Date: Mon, 23 Nov 2026 09:00:00 +0000
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
`;

const postfix = (given: Reported) => `Return-Path: <>
Date: Mon, 23 Nov 2026 09:00:05 +0000 (UTC)
From: MAILER-DAEMON@relay.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: no-reply@www.example.org
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F2X.1795424405/relay.example.net"
Message-Id: <20261123090005.5A1@relay.example.net>

This is a MIME-encapsulated message.

--4F2X.1795424405/relay.example.net
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host relay.example.net.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<${given.to}>: host mx.example.com[192.0.2.7] said: 550 5.1.1 user unknown
    (in reply to RCPT TO command)

--4F2X.1795424405/relay.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example.net
X-Postfix-Queue-ID: 4F2X
X-Postfix-Sender: rfc822; no-reply@www.example.org
Arrival-Date: Mon, 23 Nov 2026 09:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${given.to}
Original-Recipient: rfc822;${given.to}
Action: ${given.action ?? 'failed'}
Status: ${given.status ?? '5.1.1'}
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 5.1.1 user unknown

--4F2X.1795424405/relay.example.net
Content-Description: Undelivered Message
Content-Type: message/rfc822

${original(given)}
Dear A. Rao,

--4F2X.1795424405/relay.example.net--
`;

const exim = (given: Reported) => `Return-path: <>
From: Mail Delivery System <Mailer-Daemon@relay.example.net>
To: no-reply@www.example.org
X-Failed-Recipients: ${given.to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=1795424405-eximdsn-1804289383
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1r6aaa-000001-AB@relay.example.net>
Date: Mon, 23 Nov 2026 09:00:05 +0000

--1795424405-eximdsn-1804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

  ${given.to}
    host mx.example.com [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<${given.to}>:
    550 no such user

--1795424405-eximdsn-1804289383
Content-type: message/delivery-status

Reporting-MTA: dns; relay.example.net

Action: ${given.action ?? 'failed'}
Final-Recipient: rfc822;${given.to}
Status: ${given.status ?? '5.0.0'}
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 no such user

--1795424405-eximdsn-1804289383
Content-type: text/rfc822-headers

Return-path: <no-reply@www.example.org>
${original(given)}
--1795424405-eximdsn-1804289383--
`;

const exchange = (given: Reported) => `From: postmaster@court.example.com
To: no-reply@www.example.org
Date: Mon, 23 Nov 2026 09:00:05 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="a4f1c9be-32d6-4dfa-9d21-0a9f56a7b1de"
Content-Language: en-US
Message-ID: <b7a6d0c2-6d3e-4c3b@EXCH01.court.example.com>
In-Reply-To: <${given.messageId}>
References: <${given.messageId}>
Subject: =?utf-8?B?VW5kZWxpdmVyYWJsZTogWW91ciBwYXNzd29yZCB3YXMgY2hhbmdlZA==?=
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
MIME-Version: 1.0

--a4f1c9be-32d6-4dfa-9d21-0a9f56a7b1de
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="b1c9be32-d64d-fa9d-210a-9f56a7b1dea4"

--b1c9be32-d64d-fa9d-210a-9f56a7b1dea4
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or groups:
${given.to}<mailto:${given.to}>
The e-mail address you entered couldn't be found.

--b1c9be32-d64d-fa9d-210a-9f56a7b1dea4
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html><body><p>Delivery has failed</p></body></html>

--b1c9be32-d64d-fa9d-210a-9f56a7b1dea4--

--a4f1c9be-32d6-4dfa-9d21-0a9f56a7b1de
Content-Type: message/delivery-status

Reporting-MTA: dns;EXCH01.court.example.com
Received-From-MTA: dns;relay.example.net
Arrival-Date: Mon, 23 Nov 2026 09:00:04 +0000

Original-Recipient: rfc822;${given.to}
Final-Recipient: rfc822;${given.to}
Action: ${given.action ?? 'failed'}
Status: ${given.status ?? '5.1.10'}
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${given.to}
 not found by SMTP address lookup
X-Display-Name: ${given.to}

--a4f1c9be-32d6-4dfa-9d21-0a9f56a7b1de
Content-Type: message/rfc822

${original(given).replace('Message-ID: <', 'Message-ID:\n\t<')}
--a4f1c9be-32d6-4dfa-9d21-0a9f56a7b1de--
`;

const gmail = (given: Reported) => `Return-Path: <>
To: no-reply@www.example.org
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <${given.messageId}>
In-Reply-To: <${given.messageId}>
X-Failed-Recipients: ${given.to}
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Message-ID: <6561a2b3.050a0220.c3a1f.1d2e.GMR@mx.google.com>
Date: Mon, 23 Nov 2026 01:00:05 -0800 (PST)
MIME-Version: 1.0
Content-Type: multipart/report; boundary="000000000000a1b2c3060ad5f001"; report-type=delivery-status

--000000000000a1b2c3060ad5f001
Content-Type: multipart/related; boundary="000000000000a1b2c3060ad5f002"

--000000000000a1b2c3060ad5f002
Content-Type: multipart/alternative; boundary="000000000000a1b2c3060ad5f003"

--000000000000a1b2c3060ad5f003
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to ${given.to} because the address couldn't be found.

--000000000000a1b2c3060ad5f003
Content-Type: text/html; charset="UTF-8"

<html><body><h2>Address not found</h2></body></html>

--000000000000a1b2c3060ad5f003--
--000000000000a1b2c3060ad5f002
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
--000000000000a1b2c3060ad5f002--

--000000000000a1b2c3060ad5f001
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; no-reply@www.example.org
Arrival-Date: Mon, 23 Nov 2026 01:00:04 -0800 (PST)
X-Original-Message-ID: <${given.messageId}>

Final-Recipient: rfc822; ${given.to}
Action: ${given.action ?? 'failed'}
Status: ${given.status ?? '5.1.1'}
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.26, the server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser - gsmtp
Last-Attempt-Date: Mon, 23 Nov 2026 01:00:05 -0800 (PST)

--000000000000a1b2c3060ad5f001
Content-Type: message/rfc822

${original(given)}
Dear A. Rao,
--000000000000a1b2c3060ad5f001--
`;

const sendmail = (given: Reported) => `Return-Path: <MAILER-DAEMON>
Date: Mon, 23 Nov 2026 09:00:05 GMT
From: Mail Delivery Subsystem <MAILER-DAEMON@relay.example.net>
Message-Id: <202611230900.4AN905x1012345@relay.example.net>
To: <no-reply@www.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4AN905x1012345.1795424405/relay.example.net"
Subject: Returned mail: see transcript for details
Auto-Submitted: auto-generated (failure)

This is a MIME-encapsulated message

--4AN905x1012345.1795424405/relay.example.net

The original message was received at Mon, 23 Nov 2026 09:00:00 GMT

   ----- The following addresses had permanent fatal errors -----
<${given.to}>
    (reason: 550 5.1.1 User unknown)

--4AN905x1012345.1795424405/relay.example.net
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example.net
Received-From-MTA: DNS; site.example.org
Arrival-Date: Mon, 23 Nov 2026 09:00:00 GMT

Final-Recipient: RFC822; <${given.to}>
Action: ${given.action ?? 'failed'}
Status: ${given.status ?? '5.1.1'}
Remote-MTA: DNS; mx.example.com
Diagnostic-Code: SMTP; 550 5.1.1 User unknown
Last-Attempt-Date: Mon, 23 Nov 2026 09:00:05 GMT

--4AN905x1012345.1795424405/relay.example.net
Content-Type: text/rfc822-headers

${original(given)}

--4AN905x1012345.1795424405/relay.example.net--
`;

/** Delivery reports in the format of each mail server. */
export const reports: Record<string, (given: Reported) => string> = Object.fromEntries(
  Object.entries({ postfix, exim, exchange, gmail, sendmail }).map(([name, write]) => [
    name,
    (given: Reported) => crlf(write(given)),
  ]),
);
