import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { ATTENDANCE, type Concept, listConcepts } from '../../../../shared/assemblies/concepts.api.ts';
import { assistanceReport, voteReport } from '../../../../shared/assemblies/reports.api.ts';
import { assemblyName } from '../../../../shared/assemblies/words.ts';
import type { Assembly } from '../../../../shared/properties/joints.api.ts';
import { date } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { type Format, FormatChoice, inFormat } from '../../../reports/format-choice.tsx';
import { ReportPreview } from '../../../reports/preview.tsx';
import { ReportProgress } from '../../../reports/progress.tsx';
import { useReport } from '../../../reports/use-report.ts';
import { FixedChoice } from '../../../ui/fields/fixed-choice.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Button, Card, Page } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { shortLabel } from '../common/question-messages.ts';
import { assemblyTexts } from '../common/texts.ts';
import { Expediente } from '../follow-up/expediente.tsx';
import { ActaDownloads } from '../meetings/acta-downloads.tsx';
import { assembliesQuery } from '../meetings/assemblies.queries.ts';
import { JointPicker } from '../properties/joint-picker.tsx';
import styles from './reporter.module.css';

/** Page '/AssemblyReporter': downloads of the reports of an assembly. */
export default function AssemblyReporterPage() {
  return (
    <Page title="Generar Reportes">
      <Card>
        <JointPicker withSectors hasLikely>
          {(joint, picker) => <JointReports key={joint.id} jointId={joint.id} picker={picker} />}
        </JointPicker>
      </Card>
    </Page>
  );
}

function JointReports({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  return (
    <>
      <div className={styles.fields}>{picker}</div>
      <QueryView
        query={assembliesQuery(jointId)}
        failed={assemblyTexts.noInformation}
        empty={assemblyTexts.noConcepts}
      >
        {(data) => <ReporterForm jointId={jointId} assemblies={data} />}
      </QueryView>
    </>
  );
}

function assemblyLabel(assembly: Assembly): string {
  const name = assemblyName(assembly);
  return assembly.openedAt === null ? `${name} (sin abrir)` : `${name} (${date(assembly.openedAt)})`;
}

function ReporterForm({ jointId, assemblies }: { jointId: number; assemblies: readonly Assembly[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  // The current assembly comes first. The selection stays when another assembly opens.
  const [current] = assemblies;
  const assembly = assemblies.find(({ assemblyId }) => assemblyId === chosen) ?? current;
  if (assembly === undefined) return null;
  return (
    <>
      <div className={styles.fields}>
        {assemblies.length === 1 ? (
          <FixedChoice label="Asamblea" value={assemblyLabel(assembly)} />
        ) : (
          <Select
            label="Asamblea"
            items={assemblies.map((one) => ({ id: one.assemblyId, label: assemblyLabel(one) }))}
            value={assembly.assemblyId}
            onChange={setChosen}
            placeholder="Seleccione una asamblea"
          />
        )}
      </div>
      <OfAssembly key={assembly.assemblyId} jointId={jointId} assembly={assembly} />
    </>
  );
}

function OfAssembly({ jointId, assembly }: { jointId: number; assembly: Assembly }) {
  const { assemblyId } = assembly;
  const concepts = useQuery(
    freshOf(['concepts', jointId, assemblyId], listConcepts, {
      params: { jointId },
      query: { assemblyId },
    }),
  );
  return (
    <>
      <QueryView query={concepts} page failed={assemblyTexts.noInformation} empty={assemblyTexts.noConcepts}>
        {(data) => <ConceptForm jointId={jointId} assemblyId={assemblyId} concepts={data} />}
      </QueryView>
      {/* Shown after the part above has the final height, so the section does not move. */}
      {!concepts.isPending && (
        <section className={`stack-4 ${styles.fields}`} aria-label="Borrador de acta">
          <h2>Borrador de acta</h2>
          <ActaDownloads jointId={jointId} assembly={assembly} />
          <p>
            <Link to="/Assemblies/Challenge">Semáforo de impugnación</Link>
          </p>
        </section>
      )}
      {!concepts.isPending && assembly.openedAt !== null && (
        <section className={`stack-4 ${styles.fields}`} aria-label="Expediente">
          <h2>Expediente</h2>
          <Expediente jointId={jointId} assemblyId={assemblyId} />
        </section>
      )}
    </>
  );
}

interface ConceptProps {
  jointId: number;
  assemblyId: number;
  concepts: readonly Concept[];
}

function ConceptForm({ jointId, assemblyId, concepts }: ConceptProps) {
  // Attendance is the default, since every assembly has attendance.
  const [conceptId, setConceptId] = useState<number>(ATTENDANCE);
  const [format, setFormat] = useState<Format>('pdf');
  const report = useReport();
  const params = { jointId };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (report.isBusy) return;
    const query = { assemblyId, ...inFormat(format) };
    void (conceptId === ATTENDANCE
      ? report.make(assistanceReport, { params, query })
      : report.make(voteReport, { params, query: { ...query, conceptId } }));
  };
  return (
    <>
      <form className={`stack-4 ${styles.fields}`} onSubmit={submit} noValidate>
        <Select
          label="Concepto"
          items={concepts.map((concept) => ({
            id: concept.conceptId,
            label: concept.conceptId === ATTENDANCE ? 'Registro de Asistencia' : shortLabel(concept),
          }))}
          value={conceptId}
          onChange={setConceptId}
          placeholder="Seleccione un concepto"
          isRequired
        />
        <FormatChoice value={format} onChange={setFormat} />
        <div className={styles.buttons}>
          <Button type="submit" isPending={report.isBusy}>
            Generar
          </Button>
        </div>
        <ReportProgress report={report} />
      </form>
      {conceptId === ATTENDANCE ? (
        <ReportPreview report={assistanceReport} input={{ params, query: { assemblyId } }} />
      ) : (
        <ReportPreview report={voteReport} input={{ params, query: { assemblyId, conceptId } }} />
      )}
    </>
  );
}
