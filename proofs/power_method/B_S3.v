(* B-S3: what a large rank-one change does to the largest eigenvalues. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Drawn Hemisphere Fixed RankOne.
From Theorems Require B_S2.
Open Scope R_scope.

Lemma absolute t : sqrt (t ^ 2) = Rabs t.
Proof. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. ring. Qed.

Section Steered.
Context {S : inner_product_space} (u : S) (F F_T : S -> S).
Hypotheses (Comp : complete S) (Adj : adjoint F F_T) (Bounded : bounded_operator F) (Unit : inner u u = 1).
Let part (w v y : S) := vsub y (vscale (inner w y) v).
Let rest (w v y : S) := vsub (F y) (vscale (inner (F_T w) y) v).
Let divisor (w : S) c y := c + inner (F_T w) (vadd u y).
Let steered w c y := changed F u w c y.
Hypotheses
  (Eigenvector : forall w y c, inner w u = 1 -> inner w y = 0 ->
    vsub (steered w c (vadd u y)) (vscale (divisor w c y) (vadd u y)) = vsub (rest w u (vadd u y)) (vscale (divisor w c y) y))
  (Contraction : forall w c y g m p, inner w u = 1 ->
    vsub (vscale (divisor w c y) (vsub g m)) (vsub (rest w u (vsub y p)) (vscale (inner (F_T w) (vsub y p)) m)) =
    vsub (vsub (vscale (divisor w c y) g) (rest w u (vadd u y))) (vsub (vscale (divisor w c p) m) (rest w u (vadd u p))))
  (Part : forall w x y c, inner w u = 1 -> inner w x = 1 ->
    rest w x (part w x y) = vsub (part w x (steered w c y)) (vscale (inner w y) (part w x (steered w c x))))
  (Modulus : forall rho (p : S) omega q, inner (vsub (vscale rho p) (vscale omega q)) (vsub (vscale rho p) (vscale omega q)) +
    inner (vadd (vscale omega p) (vscale rho q)) (vadd (vscale omega p) (vscale rho q)) = (rho ^ 2 + omega ^ 2) * (inner p p + inner q q))
  (Root : forall s w y c z, s <> 0 -> inner w u = 0 ->
    vsub (steered w c (vadd u (vscale (/ s) y))) (vscale z (vadd u (vscale (/ s) y))) =
    vadd (vsub (F (vadd u (vscale (/ s) y))) (vscale (z / s) y)) (vscale (c * inner w y / s - z) u))
  (Expansion : forall w z c x, inner w u = 0 -> (z ^ 2 - c * inner (F_T w) u) * inner w x - inner (F_T w) (F x) =
    z * inner w (vsub (vscale z x) (steered w c x)) + inner (F_T w) (vsub (vscale z x) (steered w c x)))
  (Kept : forall w c, inner w u = 0 -> steered w c u = F u).
Variable w : S.
Let Turn y : inner (F_T w) y = inner w (F y).
Proof. rewrite inner_sym, <- Adj. apply inner_sym. Qed.
Section Large.
Hypothesis One : inner w u = 1.
Let eigenvector y c : inner w y = 0 -> vsub (changed F u w c (vadd u y)) (vscale (c + inner w (F (vadd u y))) (vadd u y)) =
  vsub (beside F w u (vadd u y)) (vscale (c + inner w (F (vadd u y))) y).
Proof. unfold beside. rewrite <- !Turn. exact (Eigenvector w y c One). Qed.
Let contraction c y g m p : let D y := c + inner w (F (vadd u y)) in let G y := beside F w u (vadd u y) in
  vsub (vscale (D y) (vsub g m)) (vsub (beside F w u (vsub y p)) (vscale (inner w (F (vsub y p))) m)) =
  vsub (vsub (vscale (D y) g) (G y)) (vsub (vscale (D p) m) (G p)).
Proof. unfold beside. cbv zeta. rewrite <- !Turn. exact (Contraction w c y g m p One). Qed.
Let of_part c x y : inner w x = 1 ->
  beside F w x (part w x y) = vsub (part w x (changed F u w c y)) (vscale (inner w y) (part w x (changed F u w c x))).
Proof. unfold beside. rewrite <- !Turn. exact (Part w x y c One). Qed.
Variable f : R.
Hypotheses (F0 : 0 <= f) (Norm : forall y, vnorm (F y) <= f * vnorm y).
Let m := f * (1 + vnorm w).
Let m0 : 0 <= m.
Proof. apply Rmult_le_pos; auto. assert (N := vnorm_nonneg w). lra. Qed.
Let K := 8 * (m + 1) ^ 2.

Lemma large_one c : 2 * K <= c -> exists z x, 0 < inner x x /\
  changed F u w c x = vscale z x /\ Rabs (z - (c + inner w (F u))) <= K / c /\ vnorm (vsub x u) <= K / c /\
  K < z /\ inner w x = 1 /\ f * (1 + vnorm w * vnorm x) <= K.
Proof.
  intro Large. assert (M2 : 0 <= m ^ 2) by apply pow2_ge_0. unfold K in *.
  destruct (large_eigenvector F u w f Unit F0 Norm eigenvector contraction c Comp One) as [b [Wb [Short [B X]]]]; [fold m; lra|].
  fold m in Short. assert (C : 0 < c) by lra. assert (Fw := vnorm_nonneg w).
  assert (Bound : forall y, Rabs (inner w (F y)) <= m * vnorm y).
  { intro y. eapply Rle_trans; [apply (functional_bound F w f Norm)|].
    apply Rmult_le_compat_r; [apply vnorm_nonneg | unfold m; lra]. }
  assert (Two : vnorm (vadd u b) <= 2).
  { eapply Rle_trans; [apply vnorm_add|]. rewrite (unit_length u Unit). lra. }
  exists (c + inner w (F (vadd u b))), (vadd u b). assert (W : inner w (vadd u b) = 1) by (rewrite inner_add_r; lra).
  assert (Divide : forall t, c * t <= 8 * (m + 1) ^ 2 -> t <= 8 * (m + 1) ^ 2 / c).
  { intros t T. apply Rmult_le_reg_l with c; auto. replace (c * (8 * (m + 1) ^ 2 / c)) with (8 * (m + 1) ^ 2) by (field; lra). exact T. }
  repeat split; auto.
  - destruct (Rle_lt_dec (inner (vadd u b) (vadd u b)) 0) as [L|L]; [exfalso|exact L].
    assert (Q := inner_nonneg S (vadd u b)). rewrite (inner_definite S (vadd u b)), inner_zero_r in W by lra. lra.
  - apply Divide. rewrite (adjoint_add _ _ Adj), inner_add_r.
    replace (c + (inner w (F u) + inner w (F b)) - (c + inner w (F u))) with (inner w (F b)) by ring.
    apply Rle_trans with (c * (m * vnorm b)); [apply Rmult_le_compat_l; [lra | apply Bound]|].
    replace (c * (m * vnorm b)) with (m * (c * vnorm b)) by ring.
    apply Rle_trans with (m * (4 * m)); [apply Rmult_le_compat_l; auto | lra].
  - apply Divide. replace (vsub (vadd u b) u) with b by combine. lra.
  - assert (A := Bound (vadd u b)). apply Rabs_le_between in A.
    assert (m * vnorm (vadd u b) <= m * 2) by (apply Rmult_le_compat_l; auto). lra.
  - apply Rle_trans with (f * (1 + vnorm w * 2)).
    + apply Rmult_le_compat_l; auto. apply Rplus_le_compat_l, Rmult_le_compat_l; auto.
    + assert (0 <= f * vnorm w) by (apply Rmult_le_pos; auto). unfold m in *. lra.
Qed.
Lemma only_one c x z : inner w x = 1 -> changed F u w c x = vscale z x -> f * (1 + vnorm w * vnorm x) <= K -> K < z ->
  (forall y a, changed F u w c y = vadd (vscale z y) (vscale a x) -> a = 0 /\ y = vscale (inner w y) x) /\
  forall rho omega, B_S2.B_S2.has (changed F u w c) rho omega -> rho = z /\ omega = 0 \/ rho ^ 2 + omega ^ 2 <= K ^ 2.
Proof.
  intros W X Else Big. split.
  + intros y a Y. apply (simple_eigenvalue F F_T u w f Adj F0 Norm of_part Modulus c x z); auto. lra.
  + intros rho omega [p [q [Pq [P Q]]]]. destruct (Rle_lt_dec (rho ^ 2 + omega ^ 2) (K ^ 2)) as [L|L]; [right; exact L | left].
    apply (no_other_eigenvalue F F_T u w f Adj Norm of_part Modulus c x z p q); auto.
    eapply Rle_lt_trans; [|exact L]. apply pow_incr. split; [|exact Else].
    apply Rmult_le_pos; auto. assert (N := vnorm_nonneg x). assert (N' := vnorm_nonneg w).
    assert (0 <= vnorm w * vnorm x) by (apply Rmult_le_pos; auto). lra.
Qed.
End Large.

Let has (G : S -> S) := B_S2.B_S2.has G.
Lemma one_eigenvalue : inner w u = 1 -> exists K, 0 < K /\ forall c, 0 < c -> 2 * K <= c -> exists z x, 0 < inner x x /\
  changed F u w c x = vscale z x /\ sqrt ((z - (c + inner (F_T w) u)) ^ 2) <= K / c /\ vnorm (vsub x u) <= K / c /\ K < z /\
  (forall y a, changed F u w c y = vadd (vscale z y) (vscale a x) -> a = 0 /\ y = vscale (inner w y) x) /\
  forall rho omega, has (changed F u w c) rho omega -> rho = z /\ omega = 0 \/ rho ^ 2 + omega ^ 2 <= K ^ 2.
Proof.
  intro One. destruct (linear_norm F Bounded) as [f [F0 Norm]]. set (K := 8 * (f * (1 + vnorm w) + 1) ^ 2). exists K.
  assert (M : 0 <= f * (1 + vnorm w)).
  { apply Rmult_le_pos; auto. assert (N := vnorm_nonneg w). lra. }
  assert (K0 : 0 < K) by (unfold K; assert (Q := pow2_ge_0 (f * (1 + vnorm w))); lra).
  split; [exact K0|]. intros c C Large.
  destruct (large_one One f F0 Norm c Large) as [z [x [Some [X [Z [U [Big [W Else]]]]]]]].
  fold K in Z, U, Big, Else. exists z, x. split; [exact Some|]. rewrite absolute, Turn.
  split; [exact X|]. split; [exact Z|]. split; [exact U|]. split; [exact Big|]. apply (only_one One f F0 Norm); auto.
Qed.
Let at_root c sign K := exists z x, 0 < inner x x /\ changed F u w c x = vscale z x /\ 0 <= c * inner (F_T w) u /\
  sqrt ((z - sign (sqrt (c * inner (F_T w) u))) ^ 2) <= K.
Lemma two_eigenvalues : inner w u = 0 /\ inner (F_T w) u <> 0 -> exists K, 0 < K /\ forall c,
  (K <= c * inner (F_T w) u -> at_root c (fun s => s) K /\ at_root c (fun s => -1 * s) K) /\
  (c * inner (F_T w) u < 0 -> forall z x, 0 < inner x x -> changed F u w c x = vscale z x -> sqrt (z ^ 2) <= K).
Proof.
  intros [Zero Ne]. destruct (linear_norm F Bounded) as [f [F0 Norm]]. rewrite Turn in Ne. set (k := inner w (F u)) in *. set (h := vnorm w).
  set (P := 4 * h * f ^ 2 / Rabs k). assert (AK : 0 < Rabs k) by (apply Rabs_pos_lt; auto).
  assert (P0 : 0 <= P).
  { unfold P. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; auto].
    apply Rmult_le_pos; [assert (0 <= h) by apply vnorm_nonneg; lra | apply pow_le; auto]. }
  set (s0 := 4 * (f + P) + 1). assert (S0 : 1 <= s0) by (unfold s0; lra).
  assert (PK : P <= s0 ^ 2).
  { assert (s0 * 1 <= s0 * s0) by (apply Rmult_le_compat_l; lra). assert (P <= s0) by (unfold s0; lra). lra. }
  exists (s0 ^ 2). split; [assert (0 < s0 * s0) by (apply Rmult_lt_0_compat; lra); lra|].
  intro c. split.
  + unfold at_root. rewrite !Turn. fold k. intro Large. assert (C0 : 0 <= c * k) by (assert (Q := pow2_ge_0 s0); lra).
    set (s := sqrt (c * k)). assert (CS : c * k = s ^ 2).
    { unfold s. simpl. rewrite Rmult_1_r. symmetry. apply sqrt_sqrt. exact C0. }
    assert (Ls : s0 <= s).
    { unfold s. rewrite <- (sqrt_square s0) by lra. apply sqrt_le_1_alt. lra. }
    assert (Roots : forall sign, sign = 1 \/ sign = -1 -> exists z x, 0 < inner x x /\
      vadd (F x) (vscale (c * inner w x) u) = vscale z x /\ 0 <= c * k /\ sqrt ((z - sign * s) ^ 2) <= s0 ^ 2).
    { intros sign Sign. destruct (root_eigenvector F F_T u w f Adj Unit F0 Norm (fun s y c z N => Root s w y c z N Zero) c k s sign) as [x [z [A [B D]]]]; auto.
      exists z, x. repeat split; auto. rewrite absolute. fold h P in D. lra. }
    split; [|exact (Roots (-1) (or_intror eq_refl))].
    destruct (Roots 1 (or_introl eq_refl)) as [z [x H]]. exists z, x. rewrite Rmult_1_l in H. exact H.
  + rewrite Turn. fold k. intros Neg z x Some X.
    assert (expansion := fun z c x => Expansion w z c x Zero). unfold steered in expansion. setoid_rewrite Turn in expansion. rewrite absolute.
    eapply Rle_trans; [exact (no_real_root F F_T u w f Adj Unit F0 Norm expansion c k z x Zero eq_refl Neg Some X)|].
    assert (vnorm w * f ^ 2 / Rabs k = P / 4) by (unfold P, h; field; lra).
    assert (s0 * 1 <= s0 * s0) by (apply Rmult_le_compat_l; lra). unfold s0 in *. lra.
Qed.
Lemma none_moves lam : inner w u = 0 /\ F u = vscale lam u -> forall c rho omega, has (changed F u w c) rho omega <-> has F rho omega.
Proof.
  intros [Zero Eigen] c rho omega. assert (Or : rho = lam /\ omega = 0 \/ (rho <> lam \/ omega <> 0)).
  { destruct (Req_dec rho lam); destruct (Req_dec omega 0); auto. }
  destruct Or as [[-> ->]|Other].
  - assert (Same : forall G, G u = vscale lam u -> G vzero = vzero -> has G lam 0).
    { intros G E Z. exists u, vzero. rewrite Unit, inner_zero_l. split; [lra|]. split; [rewrite E; combine | rewrite Z; combine].
      rewrite inner_zero_l. ring. }
    split; intros _; apply Same; auto; [|rewrite (Kept w c Zero : changed F u w c u = F u); exact Eigen|]; unfold changed; rewrite ?Eigen, ?Zero, ?(adjoint_zero _ _ Adj), ?inner_zero_r; combine.
  - apply (B_S2.B_S2.stays F F_T u w c lam Adj); [lra | exact Eigen|]. unfold B_S2.B_S2.differ. rewrite Zero, Rmult_0_r, Rplus_0_r. auto.
Qed.
End Steered.
