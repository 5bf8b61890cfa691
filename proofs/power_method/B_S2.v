(* B-S2: which eigenvalue a rank-one change moves, and which numbers it makes eigenvalues. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Drawn Hemisphere Fixed RankOne.
From Claimed Require Import B_S2.
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
Variables rho omega : R.
Hypothesis Off : rho <> lam \/ omega <> 0.
Hypothesis Off' : rho <> moved \/ omega <> 0.

Lemma stays_right : u <> vzero -> F u = vscale lam u ->
  (exists p q, 0 < inner p p + inner q q /\ changed F u w c p = vsub (vscale rho p) (vscale omega q) /\
    changed F u w c q = vadd (vscale omega p) (vscale rho q)) <->
  (exists p q, 0 < inner p p + inner q q /\ F p = vsub (vscale rho p) (vscale omega q) /\
    F q = vadd (vscale omega p) (vscale rho q)).
Proof.
  intros Nz E. assert (Lin : forall y t, F (vadd y (vscale t u)) = vadd (F y) (vscale (t * lam) u)).
  { intros y t. rewrite (adjoint_add _ _ Adj), (adjoint_scale _ _ Adj), E. combine. }
  split; intros [p [q [Some [P Q]]]].
  - apply (eigenvalues_stay F u w lam c (c * inner w u) rho omega p q); auto.
  - apply (eigenvalues_stay (changed F u w c) u w moved (- c) (- c * inner w u) rho omega p q); auto.
    + intros y t. unfold changed, moved. rewrite Lin. combine.
    + unfold moved. replace (lam + c * inner w u + - c * inner w u) with lam by ring. exact Off.
    + rewrite <- P. unfold changed. combine.
    + rewrite <- Q. unfold changed. combine.
Qed.
Lemma stays_left p q : F_T w = vscale lam w ->
  (changed F u w c p = vsub (vscale rho p) (vscale omega q) /\
    changed F u w c q = vadd (vscale omega p) (vscale rho q)) <->
  (F p = vsub (vscale rho p) (vscale omega q) /\ F q = vadd (vscale omega p) (vscale rho q)).
Proof.
  intro E. assert (Image : forall y, inner w (F y) = lam * inner w y).
  { intro y. rewrite inner_sym, Adj, E, inner_scale_r, inner_sym. reflexivity. }
  assert (Same : forall y, inner w y = 0 -> changed F u w c y = F y).
  { intros y Z. unfold changed. rewrite Z. combine. }
  assert (Beside : forall number (G : S -> S), (forall y, inner w (G y) = number * inner w y) ->
    rho <> number \/ omega <> 0 -> G p = vsub (vscale rho p) (vscale omega q) ->
    G q = vadd (vscale omega p) (vscale rho q) -> inner w p = 0 /\ inner w q = 0).
  { intros number G W O P Q. apply (complex_zero number rho omega); auto; rewrite <- W; [rewrite P | rewrite Q]; inners; ring. }
  split; intros [P Q].
  - destruct (Beside moved (changed F u w c)) as [A B]; auto.
    + intro y. unfold changed. inners. rewrite Image. unfold moved. ring.
    + rewrite <- (Same p A), <- (Same q B). auto.
  - destruct (Beside lam F) as [A B]; auto. rewrite (Same p A), (Same q B). auto.
Qed.
End Moved.

Theorem proof : B_S2.
Proof.
  intros Space F F_T _ Adj _ _. split.
  - intros u U w W c lam. split; intro E; split.
    + rewrite E. combine.
    + intros rho omega [Off Off']. apply (stays_right F F_T u w c lam Adj); auto.
      intros ->. rewrite inner_zero_l in U. lra.
    + rewrite E, (inner_sym _ u w). combine.
    + intros rho omega [Off Off'] p q. apply (stays_left F F_T u w c lam Adj); auto.
  - intros u w c rho omega r s [None [Er Es]].
    assert (Fr : F r = vsub (vsub (vscale rho r) (vscale omega s)) u) by (rewrite <- Er; combine).
    assert (Fs : F s = vadd (vscale omega r) (vscale rho s)).
    { apply inner_ext. intro v. assert (A := f_equal (fun y => inner y v) Es). cbv beta in A.
      rewrite inner_zero_l in A. revert A. inners. lra. }
    split.
    + intros [p [q [Some [P Q]]]]. set (a := inner w p) in *. set (b := inner w q) in *.
      set (p' := vsub p (vscale c (vsub (vscale a r) (vscale b s)))).
      set (q' := vsub q (vscale c (vadd (vscale a s) (vscale b r)))).
      assert (Fp : F p = vsub (vsub (vscale rho p) (vscale omega q)) (vscale (c * a) u)) by (rewrite <- P; combine).
      assert (Fq : F q = vsub (vadd (vscale omega p) (vscale rho q)) (vscale (c * b) u)) by (rewrite <- Q; combine).
      assert (Zero : inner p' p' + inner q' q' = 0).
      { assert (A := inner_nonneg Space p'). assert (B := inner_nonneg Space q').
        apply Rle_antisym; [apply Rnot_lt_le; intro L | lra]. apply None. exists p', q'. split; [exact L|].
unfold p', q', vsub.
        repeat (rewrite (adjoint_add _ _ Adj) || rewrite (adjoint_scale _ _ Adj)). rewrite Fp, Fq, Fr, Fs.
        split; combine. }
      assert (Zp : p' = vzero) by (apply inner_definite; assert (A := inner_nonneg Space p'); assert (B := inner_nonneg Space q'); lra).
      assert (Zq : q' = vzero) by (apply inner_definite; assert (A := inner_nonneg Space p'); assert (B := inner_nonneg Space q'); lra).
      assert (Wp := f_equal (inner w) Zp). assert (Wq := f_equal (inner w) Zq). unfold p', q' in Wp, Wq.
      revert Wp Wq. inners. rewrite inner_zero_r. fold a b. intros Wp Wq.
      set (alpha := c * inner w r). set (beta := c * inner w s).
      assert (E : ((alpha - 1) ^ 2 + beta ^ 2) * (a ^ 2 + b ^ 2) = 0).
      { replace (((alpha - 1) ^ 2 + beta ^ 2) * (a ^ 2 + b ^ 2)) with
          ((a * (alpha - 1) - b * beta) ^ 2 + (b * (alpha - 1) + a * beta) ^ 2) by ring.
        replace (a * (alpha - 1) - b * beta) with 0 by (unfold alpha, beta; lra).
        replace (b * (alpha - 1) + a * beta) with 0 by (unfold alpha, beta; lra). ring. }
      destruct (Rmult_integral _ _ E) as [Z|Z]; apply no_square in Z; destruct Z as [Z1 Z2]; [split; lra|].
      exfalso. assert (P0 : p = vzero).
      { rewrite <- Zp. unfold p'. rewrite Z1, Z2. combine. }
      assert (Q0 : q = vzero).
      { rewrite <- Zq. unfold q'. rewrite Z1, Z2. combine. }
      rewrite P0, Q0, inner_zero_l in Some. lra.
    + intros [One Zero]. exists r, s. split; [|split].
      * assert (A := inner_nonneg Space r). assert (B := inner_nonneg Space s).
        destruct (Rle_lt_dec (inner r r) 0) as [L|L]; [|lra]. rewrite (inner_definite Space r), inner_zero_r in One by lra. lra.
      * rewrite Fr, One. combine.
      * rewrite Fs, Zero. combine.
Qed.
