/** The specification's welcome; without a name while nobody knows it. */
export function welcomeTo(jointName: string): string {
  const name = jointName.trim();
  return name === ''
    ? 'Bienvenido a la asamblea de copropietarios.'
    : `Bienvenido a la asamblea de copropietarios de ${name}.`;
}
