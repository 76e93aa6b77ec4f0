import { useState } from 'react';
import { parseCoefficient, sumNano, toNumber, ZERO } from '../../../shared/coefficient.ts';
import type { ImportReport } from '../../../shared/properties/apartments.api.ts';
import type { UnitsReading } from '../../../shared/properties/units-reading.ts';
import { formatCoefficientExact, units } from '../../lib/format.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Button, Notice, Stack } from '../../ui/page.tsx';

/**
 * Question about an uploaded table of units with towers that each sum to 100: are the units a single table,
 * or is each tower a sector with a share of the joint?
 * @param report result of reading the file, with the towers
 * @param reading choices of the user so far
 * @param onSay called with the changed choices: the file is read again
 */
export function TowerShares({
  report: { sectors },
  reading,
  onSay,
}: {
  report: ImportReport;
  reading: UnitsReading;
  onSay: (reading: UnitsReading) => void;
}) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  if (sectors.length === 0) return null;
  const isAsked = reading.isOneTable !== true && reading.towerShares === undefined;
  const textOf = ({ tower, share }: (typeof sectors)[number]) =>
    typed.get(tower) ?? (share === null ? '' : formatCoefficientExact(share));
  const shares = sectors.map((sector) => ({
    tower: sector.tower,
    share: toNumber(parseCoefficient(textOf(sector)) ?? ZERO),
  }));
  const sum = toNumber(sumNano(sectors.map((sector) => parseCoefficient(textOf(sector)) ?? ZERO)));
  return (
    <Notice kind={isAsked ? 'warning' : 'info'} title="Cada torre suma el total por su cuenta">
      <p>
        Como una sola tabla, un inmueble de una torre pequeña pesa más que uno igual de una torre grande. Como
        sectores, cada torre vota lo suyo, y en la copropiedad pesa lo que usted escriba: las partes suman
        100.
      </p>
      {sectors.map((sector) => (
        <TextField
          key={sector.tower}
          label={`Parte de «${sector.sectorName}» en la copropiedad (%)`}
          description={`${units(sector.units)}, que suman ${formatCoefficientExact(sector.sum)}`}
          inputMode="decimal"
          value={textOf(sector)}
          onChange={(text) => setTyped(new Map([...typed, [sector.tower, text]]))}
        />
      ))}
      <p className="tabular">Las partes suman {formatCoefficientExact(sum)} de 100.</p>
      <Stack row>
        <Button
          variant="secondary"
          onPress={() => onSay({ ...reading, isOneTable: undefined, towerShares: shares })}
        >
          Leer como sectores
        </Button>
        {reading.isOneTable !== true && (
          <Button
            variant="secondary"
            onPress={() => onSay({ ...reading, isOneTable: true, towerShares: undefined })}
          >
            Leer como una sola tabla
          </Button>
        )}
      </Stack>
    </Notice>
  );
}
