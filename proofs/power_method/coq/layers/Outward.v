(* A symmetric nonnegative operator J of a finite dimensional space, with a vector e that it expands: for some
   s > 1 the form of J - s is positive at e, and not positive at the start of a sequence that is bounded and
   moves by J up to a small part of itself. No spectrum is computed: all but finitely many s are no
   eigenvalue, and there J - s is bounded below. *)
From Coq Require Import Reals Lra List Lia.
From Coq Require ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Continuity Compactness Frechet Exchange.
Open Scope R_scope.

Section Outward.
Context {S : inner_product_space} (B : list S) (J : S -> S) (C : R).
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Hypothesis Sym : adjoint J J.
Hypothesis Pos : forall x, 0 <= inner (J x) x.
Hypothesis Cpos : 0 <= C.
Hypothesis Bound : forall x, vnorm (J x) <= C * vnorm x.
Let shifted s x := vsub (J x) (vscale s x).
Lemma shifted_linear s : linear (shifted s).
Proof.
  split; intros; unfold shifted; [rewrite (adjoint_add J J Sym) | rewrite (adjoint_scale J J Sym)]; vector_sums.
Qed.
Lemma shifted_bound s x : 0 <= s -> vnorm (shifted s x) <= (C + s) * vnorm x.
Proof.
  intro S0. eapply Rle_trans; [apply vnorm_sub|]. rewrite vnorm_scale, Rabs_right by lra.
  specialize (Bound x). lra.
Qed.
(* Where J - s is not bounded below, s is an eigenvalue. *)
Lemma eigenvalue_or_gap s : 0 <= s -> (~ exists m, 0 < m /\ forall x, m * vnorm x <= vnorm (shifted s x)) ->
  exists z, inner z z = 1 /\ J z = vscale s z.
Proof.
  intros S0 None.
  destruct (cluster_state (tt :: nil) B) with (Q := fun n (x : unit -> S) => vnorm (x tt) = 1 /\
    vnorm (shifted s (x tt)) <= / (INR n + 1)) (b := 1) as [z Hz].
  - intros []. left. reflexivity.
  - apply resolved_expansion, Res.
  - intros n m x L [X H]. split; [exact X|]. eapply Rle_trans; [exact H|]. apply Rinv_le_contravar.
    + assert (P := pos_INR n). lra.
    + apply le_INR in L. lra.
  - intros n N. apply None. exists (/ (INR n + 1)). assert (P := pos_INR n).
    assert (I : 0 < / (INR n + 1)) by (apply Rinv_0_lt_compat; lra). split; [exact I|]. intro x.
    apply Rnot_lt_le. intro L. assert (Nx : 0 < vnorm x).
    { destruct (vnorm_nonneg x) as [Q|Q]; [exact Q|]. rewrite <- Q, Rmult_0_r in L.
      assert (G := vnorm_nonneg (shifted s x)). lra. }
    apply N. exists (fun _ => vscale (/ vnorm x) x).
    rewrite (proj2 (shifted_linear s)), !vnorm_scale, Rabs_right
      by (apply Rle_ge; left; apply Rinv_0_lt_compat; exact Nx).
    split; [field; lra|]. apply Rmult_le_reg_l with (vnorm x); [exact Nx|].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. rewrite Rmult_comm. lra.
  - intros x [] [X _]. rewrite X. lra.
  - set (a := z tt) in *.
    assert (Near : forall d, 0 < d -> Rabs (vnorm a - 1) <= d /\ vnorm (shifted s a) <= (C + s + 1) * d).
    { intros d D. assert (Q : exists n, / (INR n + 1) <= d).
      { destruct (nfloor_ex (/ d)) as [p [_ Hp]]; [left; apply Rinv_0_lt_compat; auto|]. exists p.
        rewrite <- (Rinv_inv d). apply Rinv_le_contravar; [apply Rinv_0_lt_compat; auto | lra]. }
      destruct Q as [n Hn].
      assert (Go : forall x : unit -> S, (vnorm (x tt) = 1 /\ vnorm (shifted s (x tt)) <= / (INR n + 1)) ->
        near d z x -> Rabs (vnorm a - 1) <= d /\ vnorm (shifted s a) <= (C + s + 1) * d).
      { intros x [X H] W. assert (D1 : vnorm (vsub (x tt) a) < d) by exact (W tt).
        assert (G1 := vnorm_gap (x tt) a). assert (G2 := vnorm_gap a (x tt)).
        rewrite (vnorm_opposite a) in G2. split; [apply Rabs_le; lra|].
        assert (G3 := vnorm_gap (shifted s a) (shifted s (x tt))).
        rewrite <- (linear_sub _ (shifted_linear s)) in G3.
        assert (G4 := shifted_bound s (vsub a (x tt)) S0). rewrite (vnorm_opposite a) in G4.
        assert ((C + s) * vnorm (vsub (x tt) a) <= (C + s) * d) by (apply Rmult_le_compat_l; lra). lra. }
      split; apply Rnot_lt_le; intro L; apply (Hz n d D); intros [x [X W]]; destruct (Go x X W); lra. }
    assert (A1 : vnorm a = 1).
    { apply Rminus_diag_uniq. apply cond_eq. intros d D. rewrite Rminus_0_r.
      apply Rle_lt_trans with (d / 2); [apply Near; lra | lra]. }
    assert (A2 : vnorm (shifted s a) = 0).
    { apply cond_eq. intros d D. rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
      assert (P : 0 < d / (2 * (C + s + 1))) by (apply Rdiv_lt_0_compat; lra).
      eapply Rle_lt_trans; [apply (proj2 (Near _ P))|].
      replace ((C + s + 1) * (d / (2 * (C + s + 1)))) with (d / 2) by (field; lra). lra. }
    exists a. split; [rewrite <- vnorm_square, A1; ring|].
    apply vnorm_definite in A2. unfold shifted in A2. apply inner_ext. intro y.
    assert (E := f_equal (fun v => inner v y) A2). cbv beta in E. unfold vsub in E.
    rewrite inner_add_l, !inner_scale_l, inner_zero_l in E. rewrite inner_scale_l. lra.
Qed.
(* In every interval there is an s at which J - s is bounded below. *)
Lemma gap_between a b : 0 <= a < b ->
  ~ ~ exists s m, a < s < b /\ 0 < m /\ forall x, m * vnorm x <= vnorm (shifted s x).
Proof.
  intros [A AB] None.
  set (N := Datatypes.S (length B)). set (s := fun k => a + (b - a) * (INR (Datatypes.S k) / INR (Datatypes.S N))).
  assert (NP : 0 < INR (Datatypes.S N)) by (apply lt_0_INR; lia).
  assert (In : forall k, (k < N)%nat -> a < s k < b).
  { intros k K. assert (P : 0 < INR (Datatypes.S k) / INR (Datatypes.S N)).
    { apply Rdiv_lt_0_compat; [apply lt_0_INR; lia | exact NP]. }
    assert (Q : INR (Datatypes.S k) / INR (Datatypes.S N) < 1).
    { apply Rmult_lt_reg_r with (INR (Datatypes.S N)); [exact NP|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra. apply lt_INR. lia. }
    unfold s. assert (0 < (b - a) * (INR (Datatypes.S k) / INR (Datatypes.S N))) by (apply Rmult_lt_0_compat; lra).
    assert ((b - a) * (INR (Datatypes.S k) / INR (Datatypes.S N)) < (b - a) * 1) by (apply Rmult_lt_compat_l; lra).
    lra. }
  assert (Vectors : forall M, (M <= N)%nat -> exists E : list S, length E = M /\
    (forall e, List.In e E -> inner e e = 1 /\ exists k, (k < M)%nat /\ J e = vscale (s k) e) /\
    ForallOrdPairs (fun e f => inner e f = 0) E).
  { induction M as [|M IH]; intro L.
    - exists nil. split; [reflexivity|]. split; [intros e []|constructor].
    - destruct (IH ltac:(lia)) as [E [Le [Unit Pairs]]]. assert (Sk := In M ltac:(lia)).
      destruct (eigenvalue_or_gap (s M)) as [z [Z Ez]]; [lra | |].
      + intros [m [m0 H]]. apply None. exists (s M), m. auto.
      + exists (z :: E). split; [simpl; lia|]. split.
        * intros e [<-|I]; [split; [exact Z|]; exists M; split; [lia | exact Ez]|].
          destruct (Unit e I) as [U [k [K Ek]]]. split; [exact U|]. exists k. split; [lia | exact Ek].
        * constructor; [|exact Pairs]. apply Forall_forall. intros e I. destruct (Unit e I) as [_ [k [K Ek]]].
          assert (Q := Sym z e). rewrite Ez, Ek, inner_scale_l, inner_scale_r in Q.
          assert (D : s k < s M).
          { unfold s. apply Rplus_lt_compat_l, Rmult_lt_compat_l; [lra|]. apply Rmult_lt_compat_r;
              [apply Rinv_0_lt_compat; exact NP | apply lt_INR; lia]. }
          assert (W : (s M - s k) * inner z e = 0) by lra. destruct (Rmult_integral _ _ W); [lra | assumption]. }
  destruct (Vectors N (le_n N)) as [E [Le [Unit Pairs]]].
  destruct (no_more_than_basis B Res One E) as [B' [L _]]; [intros e I; apply Unit, I | exact Pairs|].
  unfold N in Le. lia.
Qed.
Let form s x := inner (J x) x - s * inner x x.
Lemma form_shifted s x : form s x = inner (shifted s x) x.
Proof. unfold form, shifted, vsub. rewrite inner_add_l, !inner_scale_l. ring. Qed.
(* One step: the form rises by the factor s^2 at least. *)
Lemma form_rises s m x y : 0 < s -> 0 < m -> (forall z, m * vnorm z <= vnorm (shifted s z)) ->
  vnorm (vsub y (J x)) <= m * (s / (3 * C + s)) * vnorm x -> s * s * form s x <= form s y.
Proof.
  intros S0 M0 Gap Near. set (r := vsub y (J x)) in *. set (q := s / (3 * C + s)) in *.
  assert (Q : 0 < q /\ q * (3 * C + s) = s /\ q <= 1).
  { unfold q. split; [apply Rdiv_lt_0_compat; lra|]. split; [field; lra|].
    apply Rmult_le_reg_r with (3 * C + s); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  destruct Q as [q0 [qs q1]].
  set (a := shifted s x) in *. assert (Na := vnorm_nonneg a). assert (Nr := vnorm_nonneg r).
  assert (Small : vnorm r <= q * vnorm a).
  { eapply Rle_trans; [exact Near|]. replace (m * q * vnorm x) with (q * (m * vnorm x)) by ring.
    apply Rmult_le_compat_l; [lra | apply Gap]. }
  assert (Jx : J x = vadd a (vscale s x)).
  { unfold a, shifted. vector_sums. }
  assert (Lin := shifted_linear s).
  assert (SymA : forall u w, inner (shifted s u) w = inner u (shifted s w)).
  { intros u w. unfold shifted, vsub. rewrite inner_add_l, inner_add_r, inner_scale_l, inner_scale_l, inner_scale_r,
      inner_scale_r, Sym. ring. }
  assert (Y : y = vadd (J x) r) by (unfold r; vector_sums).
  assert (AJ : shifted s (J x) = J a).
  { unfold a, shifted at 2. rewrite (linear_sub J (adjoint_linear J J Sym)), (adjoint_scale J J Sym). reflexivity. }
  assert (E : form s y = inner (J a) (J x) + 2 * inner r (J a) + inner (shifted s r) r).
  { rewrite form_shifted, Y, (proj1 Lin), !inner_add_l, !inner_add_r, AJ, SymA, AJ, (inner_sym _ r (J a)). ring. }
  assert (E1 : inner (J a) (J x) = inner (J a) a + s * inner a a + s * s * form s x).
  { rewrite Jx at 1. rewrite inner_add_r, inner_scale_r, (Sym a x), Jx, inner_add_r, inner_scale_r.
    rewrite form_shifted. fold a. ring. }
  assert (P := Pos a). rewrite <- (vnorm_square a) in E1.
  assert (I1 : Rabs (inner r (J a)) <= q * C * (vnorm a * vnorm a)).
  { eapply Rle_trans; [apply inner_le_vnorm|].
    replace (q * C * (vnorm a * vnorm a)) with (q * vnorm a * (C * vnorm a)) by ring.
    apply Rmult_le_compat; auto using vnorm_nonneg. }
  assert (I2 : Rabs (inner (shifted s r) r) <= q * (C + s) * (vnorm a * vnorm a)).
  { eapply Rle_trans; [apply inner_le_vnorm|].
    apply Rle_trans with ((C + s) * vnorm r * vnorm r).
    - apply Rmult_le_compat_r; [exact Nr|]. apply shifted_bound. lra.
    - replace (q * (C + s) * (vnorm a * vnorm a)) with ((C + s) * (q * vnorm a * (1 * vnorm a))) by ring.
      rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat; auto.
      eapply Rle_trans; [exact Small|]. apply Rmult_le_compat_r; auto. }
  apply Rabs_le_between in I1. apply Rabs_le_between in I2.
  assert (K : q * C * (vnorm a * vnorm a) * 2 + q * (C + s) * (vnorm a * vnorm a) = s * (vnorm a * vnorm a)).
  { replace (q * C * (vnorm a * vnorm a) * 2 + q * (C + s) * (vnorm a * vnorm a)) with
      (q * (3 * C + s) * (vnorm a * vnorm a)) by ring. rewrite qs. reflexivity. }
  lra.
Qed.
Theorem outward e : inner e e = 1 -> inner e e < inner (J e) e -> ~ ~ exists s k, 1 < s /\ 0 < k /\ 0 < form s e /\
  forall (u : nat -> S) b, (forall t, vnorm (u t) <= b) ->
  (forall t, vnorm (vsub (u (Datatypes.S t)) (J (u t))) <= k * vnorm (u t)) -> form s (u O) <= 0.
Proof.
  intros E1 E2 None. apply (gap_between 1 (inner (J e) e)); [lra|]. intros [s [m [In [m0 Gap]]]].
  apply None. exists s, (m * (s / (3 * C + s))). split; [lra|]. split.
  { apply Rmult_lt_0_compat; [exact m0 | apply Rdiv_lt_0_compat; lra]. }
  split; [unfold form; rewrite E1; lra|]. intros u b Bd Step. apply Rnot_lt_le. intro P.
  assert (Grow : forall t, s ^ t * form s (u O) <= form s (u t)).
  { induction t as [|t IH]; [simpl; lra|].
    assert (R := form_rises s m (u t) (u (Datatypes.S t)) ltac:(lra) m0 Gap (Step t)).
    assert (Up : 0 <= s ^ t * form s (u O)) by (apply Rmult_le_pos; [apply pow_le; lra | lra]).
    assert (s * (s ^ t * form s (u O)) <= s * form s (u t)) by (apply Rmult_le_compat_l; lra).
    assert (1 * (s * form s (u t)) <= s * (s * form s (u t))).
    { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
    simpl. rewrite Rmult_assoc. lra. }
  assert (Top : forall t, form s (u t) <= C * (b * b)).
  { intro t. unfold form. assert (I := inner_le_vnorm (J (u t)) (u t)). apply Rabs_le_between in I.
    assert (N := vnorm_nonneg (u t)). assert (Q := inner_nonneg S (u t)).
    assert (vnorm (J (u t)) * vnorm (u t) <= C * b * b).
    { apply Rmult_le_compat; auto using vnorm_nonneg. eapply Rle_trans; [apply Bound|].
      apply Rmult_le_compat_l; auto. }
    assert (0 <= s * inner (u t) (u t)) by (apply Rmult_le_pos; lra). lra. }
  set (Q := form s (u O)) in *.
  destruct (Pow_x_infinity s ltac:(rewrite Rabs_right; lra) ((C * (b * b) + 1) / Q)) as [N HN].
  specialize (HN N (le_n N)). rewrite Rabs_right in HN by (apply Rle_ge, pow_le; lra). apply Rge_le in HN.
  assert (G := Grow N). specialize (Top N).
  assert ((C * (b * b) + 1) / Q * Q <= s ^ N * Q) by (apply Rmult_le_compat_r; lra).
  replace ((C * (b * b) + 1) / Q * Q) with (C * (b * b) + 1) in * by (field; lra). lra.
Qed.
End Outward.
