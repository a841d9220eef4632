import type { StaticDocument } from '#web/features/policies/document.ts';
import { msg } from '#web/lib/languages/text.ts';

/** The public text about the kinds of prosecutors in India. For its sources, see docs/decisions/information-centre.md. */
export const informationCentre: StaticDocument = {
  title: msg('Prosecutors in India'),
  intro: msg(
    'A crime is an offence against society. It is therefore prosecuted by the State, which acts through prosecutors. Since 1 July 2024, their appointment, ranks and duties have been governed by sections 18 to 20 of the Bharatiya Nagarik Suraksha Sanhita, 2023 (BNSS), which replaced sections 24 to 25A of the Code of Criminal Procedure, 1973.',
  ),
  sections: [
    {
      id: 'role',
      heading: msg('What a prosecutor does'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'A prosecutor is an officer of the court, whose duty is to place all the material evidence before it fairly, including what favours the accused, and not to secure a conviction at any cost. Prosecution is independent of investigation: the police investigate, the prosecutor prosecutes, and the court decides.',
          ),
        },
        {
          kind: 'list',
          items: [
            msg(
              'In the Court of Session every trial is conducted by a Public Prosecutor (BNSS, section 248), who opens the case by describing the charge and the evidence that will prove it (section 249).',
            ),
            msg(
              'The prosecutor in charge of a case may appear and plead without any written authority; an advocate engaged by a private person acts under the prosecutor’s directions (section 338).',
            ),
            msg(
              'The prosecutor in charge may, with the consent of the court, withdraw from the prosecution of a person (section 360). The court must hear the victim before it allows the withdrawal.',
            ),
            msg(
              'The State may direct the Public Prosecutor to appeal against an inadequate sentence (section 418) or an acquittal (section 419).',
            ),
          ],
        },
      ],
    },
    {
      id: 'public-prosecutor',
      heading: msg('Public Prosecutor'),
      blocks: [
        {
          kind: 'text',
          text: msg('Section 18 of the BNSS provides for Public Prosecutors at three levels.'),
        },
        {
          kind: 'list',
          items: [
            msg(
              'For every High Court, the Central Government or the State Government appoints a Public Prosecutor after consultation with the High Court. For the National Capital Territory of Delhi, the Central Government does so after consultation with the High Court of Delhi.',
            ),
            msg(
              'For every district, the State Government appoints a Public Prosecutor. The same person may serve in another district as well.',
            ),
            msg(
              'For any case in any district or local area, the Central Government may appoint one or more Public Prosecutors of its own, for example for cases of central agencies.',
            ),
          ],
        },
        {
          kind: 'text',
          text: msg(
            'For a district, the District Magistrate prepares a panel of names of persons fit for the office, in consultation with the Sessions Judge, and the State Government appoints only from this panel. Where the State has a regular cadre of prosecuting officers, the appointment is made from the cadre; the panel is used only if the cadre has no suitable person.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'A candidate must have been in practice as an advocate for not less than seven years. Service as a prosecutor or other prosecuting officer is counted as such practice.',
          ),
        },
      ],
    },
    {
      id: 'additional-public-prosecutor',
      heading: msg('Additional Public Prosecutor'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'One or more Additional Public Prosecutors may be appointed for a High Court or for a district, to conduct cases alongside the Public Prosecutor. The provisions on appointment, on the panel or the cadre, and on seven years’ practice are the same as for the Public Prosecutor (section 18).',
          ),
        },
      ],
    },
    {
      id: 'special-public-prosecutor',
      heading: msg('Special Public Prosecutor'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'For a particular case or class of cases, the Central Government or the State Government may appoint a Special Public Prosecutor: an advocate of not less than ten years’ practice (section 18, sub-section 8). The court may permit the victim to engage an advocate of his or her choice to assist the prosecution.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'Several central Acts provide for their own prosecutors in special courts. Examples are section 15 of the Scheduled Castes and the Scheduled Tribes (Prevention of Atrocities) Act, 1989, section 32 of the Protection of Children from Sexual Offences Act, 2012, and section 15 of the National Investigation Agency Act, 2008. They lay down their own conditions of eligibility, usually seven years’ practice.',
          ),
        },
      ],
    },
    {
      id: 'assistant-public-prosecutor',
      heading: msg('Assistant Public Prosecutor'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'Assistant Public Prosecutors conduct prosecutions in the courts of Magistrates, where most criminal cases are heard. In every district the State Government appoints one or more of them. The Central Government may appoint its own for any case or class of cases (section 19).',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'If no Assistant Public Prosecutor is available for a case, the District Magistrate may appoint another person to be in charge of it, after 14 days’ notice to the State Government. A police officer may be appointed only if not below the rank of Inspector, and never after having taken part in the investigation.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'Most States recruit Assistant Public Prosecutors through their Public Service Commission or a recruitment board, under their own service rules. Some call them Assistant Prosecution Officers, Assistant District Public Prosecutors or Prosecuting Officers.',
          ),
        },
      ],
    },
    {
      id: 'directorate',
      heading: msg('Directorate of Prosecution'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The State Government may establish a Directorate of Prosecution in the State, with a Director and as many Deputy Directors as it thinks fit, and a District Directorate in every district, with Deputy Directors and Assistant Directors (section 20). The Director heads it and works under the administrative control of the Home Department of the State.',
          ),
        },
      ],
    },
    {
      id: 'director',
      heading: msg('Director of Prosecution'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'A candidate must have been in practice as an advocate for not less than 15 years, or be or have been a Sessions Judge. The Director monitors cases in which the offence is punishable with imprisonment for ten years or more, for life, or with death, expedites the proceedings, and gives an opinion on filing appeals.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'The Public Prosecutors, Additional and Special Public Prosecutors whom the State appoints for the High Court are subordinate to the Director. This does not apply to the Advocate General while performing the functions of a Public Prosecutor.',
          ),
        },
      ],
    },
    {
      id: 'deputy-director',
      heading: msg('Deputy Director of Prosecution'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The conditions of eligibility are those of the Director. A Deputy Director examines and scrutinises police reports, and monitors cases in which the offence is punishable for seven years or more but less than ten, so that they are disposed of speedily. Deputy Directors are subordinate to the Director.',
          ),
        },
      ],
    },
    {
      id: 'assistant-director',
      heading: msg('Assistant Director of Prosecution'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'A candidate must have been in practice as an advocate for not less than seven years, or have been a Magistrate of the first class. An Assistant Director monitors cases in which the offence is punishable for less than seven years.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'In the district, the Public Prosecutors, Additional and Special Public Prosecutors appointed by the State for the district courts, and the Assistant Public Prosecutors, are subordinate to the Deputy Director or the Assistant Director. An Assistant Director is subordinate to the Deputy Director.',
          ),
        },
      ],
    },
    {
      id: 'central-agencies',
      heading: msg('Prosecutors of the central agencies'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The Central Bureau of Investigation has its own Directorate of Prosecution under section 4BA of the Delhi Special Police Establishment Act, 1946. The National Investigation Agency, the Enforcement Directorate, the Narcotics Control Bureau, the Customs and other agencies are represented by Public Prosecutors or Special Public Prosecutors appointed by the Central Government.',
          ),
        },
      ],
    },
    {
      id: 'for-the-public',
      heading: msg('For victims and witnesses'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The prosecutor acts for the State and takes no fee from the victim. A victim may be represented by an advocate of his or her own choice, who assists the prosecution with the permission of the court. Free legal aid is available through the Legal Services Authority of every district to those entitled under section 12 of the Legal Services Authorities Act, 1987.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'This page is general information and not legal advice. The text of the law is published on India Code, the database of the Government of India.',
          ),
        },
      ],
    },
  ],
};
