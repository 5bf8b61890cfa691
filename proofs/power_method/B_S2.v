(* B-S2: which eigenvalue a rank-one change moves, and which numbers it makes eigenvalues. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Drawn Hemisphere Resting Fixed RankOne.
Open Scope R_scope.

Lemma no_square x y : x ^ 2 + y ^ 2 = 0 -> x = 0 /\ y = 0.
Proof.
  intro H. assert (A := pow2_ge_0 x). assert (B := pow2_ge_0 y).
  assert (X : x * x = 0) by lra. assert (Y : y * y = 0) by lra.
  split; [destruct (Rmult_integral _ _ X) | destruct (Rmult_integral _ _ Y)]; auto.
Qed.
(* (lam - rho - i omega)(a + i b) = 0 *)
Lemma complex_zero lam rho omega a b : lam * a = rho * a - omega * b -> lam * b = omega * a + rho * b ->
  rho <> lam \/ omega <> 0 -> a = 0 /\ b = 0.
Proof.
  intros A B Other. assert (E : ((lam - rho) ^ 2 + omega ^ 2) * (a ^ 2 + b ^ 2) = 0).
  { replace (((lam - rho) ^ 2 + omega ^ 2) * (a ^ 2 + b ^ 2)) with
      (((lam - rho) * a + omega * b) ^ 2 + ((lam - rho) * b - omega * a) ^ 2) by ring.
    replace ((lam - rho) * a + omega * b) with 0 by lra. replace ((lam - rho) * b - omega * a) with 0 by lra. ring. }
  destruct (Rmult_integral _ _ E) as [Z|Z]; apply no_square in Z; [exfalso | exact Z].
  destruct Z as [Z1 Z2]. destruct Other as [O|O]; apply O; lra.
Qed.

Section Moved.
Context {S : inner_product_space} (F F_T : S -> S) (u w : S) (c lam : R).
Hypothesis Adj : adjoint F F_T.
Let moved := lam + c * inner w u.
Definition eigen (G : S -> S) rho omega p q :=
  G p = vsub (vscale rho p) (vscale omega q) /\ G q = vadd (vscale omega p) (vscale rho q).
Definition has (G : S -> S) rho omega := exists p q, 0 < inner p p + inner q q /\ eigen G rho omega p q.
Definition differ rho omega := (rho <> lam \/ omega <> 0) /\ (rho <> moved \/ omega <> 0).
Lemma stays : 0 < inner u u -> F u = vscale lam u -> forall rho omega, differ rho omega ->
  has (changed F u w c) rho omega <-> has F rho omega.
Proof.
  intros U E rho omega [Off Off']. assert (Nz : u <> vzero) by (intros ->; rewrite inner_zero_l in U; lra).
  assert (Lin : forall y t, F (vadd y (vscale t u)) = vadd (F y) (vscale (t * lam) u)).
  { intros y t. rewrite (adjoint_add _ _ Adj), (adjoint_scale _ _ Adj), E. combine. }
  split; intros [p [q [Some [P Q]]]].
  - apply (eigenvalues_stay F u w lam c (c * inner w u) rho omega p q); auto.
  - apply (eigenvalues_stay (changed F u w c) u w moved (- c) (- c * inner w u) rho omega p q); auto.
    + intros y t. unfold changed, moved. rewrite Lin. combine.
    + unfold moved. replace (lam + c * inner w u + - c * inner w u) with lam by ring. exact Off.
    + rewrite <- P. unfold changed. combine.
    + rewrite <- Q. unfold changed. combine.
Qed.
Lemma stays_left : (forall c y m o, inner o m = 0 -> vadd (F o) (vscale (c * inner m o) y) = F o) -> F_T w = vscale lam w -> forall rho omega, differ rho omega -> forall p q,
  eigen (changed F u w c) rho omega p q <-> eigen F rho omega p q.
Proof.
  intros Kept E rho omega [Off Off'] p q. assert (Image : forall y, inner w (F y) = lam * inner w y).
  { intro y. rewrite inner_sym, Adj, E, inner_scale_r, inner_sym. reflexivity. }
  assert (Same : forall y, inner w y = 0 -> changed F u w c y = F y).
  { intros y Z. apply Kept. rewrite inner_sym. exact Z. }
  assert (Beside : forall number (G : S -> S), (forall y, inner w (G y) = number * inner w y) ->
    rho <> number \/ omega <> 0 -> eigen G rho omega p q -> inner w p = 0 /\ inner w q = 0).
  { intros number G W O [P Q]. apply (complex_zero number rho omega); auto; rewrite <- W; [rewrite P | rewrite Q]; inners; ring. }
  split; intros H.
  - destruct (Beside moved (changed F u w c)) as [A B]; auto.
    + intro y. unfold changed. inners. rewrite Image. unfold moved. ring.
    + destruct H as [P Q]. split; [rewrite <- (Same p A) | rewrite <- (Same q B)]; auto.
  - destruct (Beside lam F) as [A B]; auto. destruct H. split; [rewrite (Same p A) | rewrite (Same q B)]; auto.
Qed.
(* Any change: with (zeta - F)(r + i s) = u, an eigenvector of F' for zeta is a multiple of r + i s. *)
Variables (rho omega : R) (r s : S).
Definition resolved := ~ has F rho omega /\ vsub (vsub (vscale rho r) (vscale omega s)) (F r) = u /\
  vsub (vadd (vscale omega r) (vscale rho s)) (F s) = vzero.
Lemma images : resolved -> F r = vsub (vsub (vscale rho r) (vscale omega s)) u /\ F s = vadd (vscale omega r) (vscale rho s).
Proof.
  intros [_ [Er Es]]. split; [rewrite <- Er; combine|].
  apply inner_ext. intro v. assert (A := f_equal (fun y => inner y v) Es). cbv beta in A.
  rewrite inner_zero_l in A. revert A. inners. lra.
Qed.
Lemma if_one : resolved -> c * inner w r = 1 /\ c * inner w s = 0 -> has (changed F u w c) rho omega.
Proof.
  intros H [One Zero]. destruct (images H) as [Fr Fs]. exists r, s. split; [|split].
  - assert (A := inner_nonneg S r). assert (B := inner_nonneg S s).
    destruct (Rle_lt_dec (inner r r) 0) as [L|L]; [|lra]. rewrite (inner_definite S r), inner_zero_r in One by lra. lra.
  - unfold changed. rewrite Fr, One. combine.
  - unfold changed. rewrite Fs, Zero. combine.
Qed.
Lemma multiples p q : resolved -> eigen (changed F u w c) rho omega p q ->
  p = vscale c (vsub (vscale (inner w p) r) (vscale (inner w q) s)) /\
  q = vscale c (vadd (vscale (inner w p) s) (vscale (inner w q) r)).
Proof.
  intros H [P Q]. destruct (images H) as [Fr Fs]. destruct H as [None _]. set (a := inner w p) in *. set (b := inner w q) in *.
  set (p' := vsub p (vscale c (vsub (vscale a r) (vscale b s)))).
  set (q' := vsub q (vscale c (vadd (vscale a s) (vscale b r)))).
  assert (Fp : F p = vsub (vsub (vscale rho p) (vscale omega q)) (vscale (c * a) u)) by (rewrite <- P; unfold changed; fold a; combine).
  assert (Fq : F q = vsub (vadd (vscale omega p) (vscale rho q)) (vscale (c * b) u)) by (rewrite <- Q; unfold changed; fold b; combine).
  assert (A := inner_nonneg S p'). assert (B := inner_nonneg S q').
  assert (Zero : inner p' p' + inner q' q' <= 0).
  { apply Rnot_lt_le; intro L. apply None. exists p', q'. split; [exact L|]. unfold eigen, p', q', vsub.
    repeat (rewrite (adjoint_add _ _ Adj) || rewrite (adjoint_scale _ _ Adj)). rewrite Fp, Fq, Fr, Fs. split; combine. }
  split; apply vsub_zero; apply inner_definite; [fold p' | fold q']; lra.
Qed.
Lemma only_one : resolved -> has (changed F u w c) rho omega -> c * inner w r = 1 /\ c * inner w s = 0.
Proof.
  intros H [p [q [Some E]]]. destruct (multiples p q H E) as [Ep Eq]. set (a := inner w p) in *. set (b := inner w q) in *.
  assert (Wp := f_equal (inner w) Ep). assert (Wq := f_equal (inner w) Eq). revert Wp Wq. inners. fold a b. intros Wp Wq.
  set (alpha := c * inner w r) in *. set (beta := c * inner w s) in *.
  assert (Z : ((alpha - 1) ^ 2 + beta ^ 2) * (a ^ 2 + b ^ 2) = 0).
  { replace (((alpha - 1) ^ 2 + beta ^ 2) * (a ^ 2 + b ^ 2)) with
      ((a * (alpha - 1) - b * beta) ^ 2 + (b * (alpha - 1) + a * beta) ^ 2) by ring.
    replace (a * (alpha - 1) - b * beta) with 0 by (unfold alpha, beta; lra).
    replace (b * (alpha - 1) + a * beta) with 0 by (unfold alpha, beta; lra). ring. }
  destruct (Rmult_integral _ _ Z) as [Z0|Z0]; apply no_square in Z0; destruct Z0 as [Z1 Z2]; [split; lra|].
  rewrite Ep, Eq, Z1, Z2 in Some. revert Some. inners. lra.
Qed.
Lemma exactly_one : resolved -> has (changed F u w c) rho omega <-> c * inner w r = 1 /\ c * inner w s = 0.
Proof. intro H. split; [apply only_one | apply if_one]; exact H. Qed.
End Moved.
