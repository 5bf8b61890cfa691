(* That "no volume" says something: the states of unit tokens have one in the dimension in which almost every
   start is meant, so that what is so for almost every start is so for some. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words NullSets Frechet Continuity Exchange Grids.
Open Scope R_scope.

Section Spheres.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (b0 : S) (B : list S).
Hypothesis Tokens : enumerates tokens.
Hypothesis same_token : forall i j : Token, {i = j} + {i <> j}.
Hypothesis Res : resolves (b0 :: B).
Hypothesis One : of_length_one (b0 :: B).
Hypothesis Some : (0 < length B)%nat.
Fixpoint along (c : R) (B : list S) (g : list nat) : S :=
  match B, g with b :: B, a :: g => vadd (vscale (c * INR a) b) (along c B g) | _, _ => vzero end.
Lemma across_along c x T g : (forall b, In b T -> inner x b = 0) -> inner x (along c T g) = 0.
Proof.
  revert g. induction T as [|b T IH]; intros g H; [apply inner_zero_r|].
  destruct g as [|a g]; simpl; [apply inner_zero_r|].
  rewrite inner_add_r, inner_scale_r, (H b (or_introl eq_refl)), IH; [ring|]. intros b' I. apply H. right. exact I.
Qed.
Let orthogonal (T : list S) := ForallOrdPairs (fun e f => inner e f = 0) T.
Lemma basis_orthogonal : forall T F, resolves (F ++ T) -> of_length_one (F ++ T) -> orthogonal T.
Proof.
  induction T as [|b T IH]; intros F R O; [constructor|]. constructor.
  - apply Forall_forall. intros f I. destruct (in_split f T I) as [U [V ->]].
    apply (resolved_across (F ++ b :: U) f V b).
    + rewrite <- app_assoc. exact R.
    + apply O. apply in_or_app. right. right. apply in_or_app. right. left. reflexivity.
    + apply in_or_app. right. left. reflexivity.
  - apply (IH (F ++ b :: nil)); rewrite <- app_assoc; assumption.
Qed.
Lemma along_length c M T g : orthogonal T -> of_length_one T -> 0 <= c -> (forall a, In a g -> c * INR a <= M) ->
  inner (along c T g) (along c T g) <= INR (length T) * (M * M).
Proof.
  intros O U C. revert g. induction T as [|b T IH]; intros g H; simpl along.
  - rewrite inner_zero_r. simpl. lra.
  - destruct g as [|a g].
    + rewrite inner_zero_r. apply Rmult_le_pos; [apply pos_INR | apply Rle_0_sqr].
    + inversion O as [|? ? F O']; subst. rewrite Forall_forall in F.
      rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (U b (or_introl eq_refl)),
        (inner_sym _ (along c T g) b), (across_along c b T g F).
      assert (G := IH O' (fun b' I => U b' (or_intror I)) g (fun a' I => H a' (or_intror I))).
      assert (A := H a (or_introl eq_refl)).
      assert (A0 : 0 <= c * INR a) by (apply Rmult_le_pos; [exact C | apply pos_INR]).
      assert (c * INR a * (c * INR a) <= M * M) by (apply Rmult_le_compat; auto).
      change (length (b :: T)) with (Datatypes.S (length T)). rewrite S_INR. lra.
Qed.
Lemma along_apart c r q T g g' : orthogonal T -> of_length_one T -> 0 < c ->
  length g = length T -> length g' = length T ->
  (forall b, In b T -> Rabs (inner b (along c T g') - inner b (along c T g)) <= r) -> r <= c * INR q -> close q g g'.
Proof.
  intros O U C. revert g g'.
  induction T as [|b T IH]; intros [|a g] [|a' g'] L L' H Q; try discriminate; [constructor|].
  inversion O as [|? ? F O']; subst. rewrite Forall_forall in F. constructor.
  - assert (D := H b (or_introl eq_refl)). simpl in D.
    rewrite !inner_add_r, !inner_scale_r, (U b (or_introl eq_refl)), !(across_along c b T _ F) in D.
    apply Rabs_le_between in D. apply INR_le. rewrite plus_INR. apply Rmult_le_reg_l with c; [exact C|]. lra.
  - apply IH; auto; [intros b' I; apply U; right; exact I|]. intros b' I. assert (D := H b' (or_intror I)). simpl in D.
    rewrite !inner_add_r, !inner_scale_r, (inner_sym _ b' b), (F b' I) in D.
    replace (c * INR a' * 0 + inner b' (along c T g') - (c * INR a * 0 + inner b' (along c T g))) with
      (inner b' (along c T g') - inner b' (along c T g)) in D by ring. exact D.
Qed.
Let d := length B.
Let h := / INR d.
Lemma d_positive : 1 <= INR d. Proof. apply (le_INR 1). exact Some. Qed.
Definition point (N : nat) (g : list nat) : S :=
  let u := along (h / INR N) B g in vadd (vscale (sqrt (1 - inner u u)) b0) u.
Lemma b0_across b : In b B -> inner b0 b = 0.
Proof.
  intro I. assert (O := basis_orthogonal (b0 :: B) nil Res One). inversion O as [|? ? F _]; subst.
  rewrite Forall_forall in F. exact (F b I).
Qed.
Lemma B_orthogonal : orthogonal B. Proof. exact (basis_orthogonal B (b0 :: nil) Res One). Qed.
Lemma B_one : of_length_one B. Proof. intros b I. apply One. right. exact I. Qed.
Lemma point_unit N g : (0 < N)%nat -> (forall a, In a g -> (a < N)%nat) -> inner (point N g) (point N g) = 1.
Proof.
  intros NP Below. assert (D := d_positive). assert (Np : 0 < INR N) by (apply lt_0_INR; exact NP).
  assert (Hp : 0 < h) by (apply Rinv_0_lt_compat; lra).
  assert (c0 : 0 <= h / INR N) by (apply Rlt_le, Rdiv_lt_0_compat; auto).
  unfold point. set (u := along (h / INR N) B g).
  assert (Small : inner u u <= 1).
  { apply Rle_trans with (INR d * (h * h)).
    - apply along_length; [exact B_orthogonal | exact B_one | exact c0|]. intros a I.
      assert (L : INR a <= INR N) by (apply le_INR; specialize (Below a I); lia).
      replace h with (h / INR N * INR N) at 2 by (field; lra). apply Rmult_le_compat_l; auto.
    - unfold h. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (Z : inner b0 u = 0) by (apply across_along; exact b0_across).
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ u b0), Z,
    (One b0 (or_introl eq_refl)).
  assert (Sq := sqrt_sqrt (1 - inner u u) ltac:(lra)). lra.
Qed.
Lemma point_apart N g g' r q : (0 < N)%nat -> length g = d -> length g' = d ->
  vnorm (vsub (point N g') (point N g)) <= r -> r * INR N <= h * INR q -> close q g g'.
Proof.
  intros NP L L' Near Q. assert (Np : 0 < INR N) by (apply lt_0_INR; exact NP). assert (D := d_positive).
  assert (Hp : 0 < h) by (apply Rinv_0_lt_compat; lra).
  apply (along_apart (h / INR N) r q B g g' B_orthogonal B_one); auto.
  - apply Rdiv_lt_0_compat; auto.
  - intros b I. assert (Z : forall g, inner b (point N g) = inner b (along (h / INR N) B g)).
    { intro e. unfold point. rewrite inner_add_r, inner_scale_r, (inner_sym _ b b0), (b0_across b I). ring. }
    rewrite <- !Z. replace (inner b (point N g') - inner b (point N g)) with (inner b (vsub (point N g') (point N g)))
      by (unfold vsub; rewrite inner_add_r, inner_scale_r; ring).
    eapply Rle_trans; [apply inner_le_vnorm|]. unfold vnorm at 1. rewrite (B_one b I), sqrt_1, Rmult_1_l. exact Near.
  - replace (h / INR N * INR q) with (h * INR q / INR N) by (field; lra).
    apply Rmult_le_reg_r with (INR N); [exact Np|].
    replace (h * INR q / INR N * INR N) with (h * INR q) by (field; lra). exact Q.
Qed.
Fixpoint state (N : nat) (T : list Token) (g : list nat) (j : Token) : S :=
  match T with
  | nil => b0
  | i :: T => if same_token i j then point N (firstn d g) else state N T (skipn d g) j
  end.
Lemma state_unit N T g j : (0 < N)%nat -> (forall a, In a g -> (a < N)%nat) ->
  inner (state N T g j) (state N T g j) = 1.
Proof.
  intro NP. revert g. induction T as [|i T IH]; intros g Below; simpl; [apply One; left; reflexivity|].
  assert (Cut := firstn_skipn d g). destruct (same_token i j).
  - apply point_unit; [exact NP|]. intros a I. apply Below. rewrite <- Cut. apply in_or_app. left. exact I.
  - apply IH. intros a I. apply Below. rewrite <- Cut. apply in_or_app. right. exact I.
Qed.
Lemma state_apart N T g g' r q : NoDup T -> (0 < N)%nat -> length g = (length T * d)%nat ->
  length g' = (length T * d)%nat -> (forall i, In i T -> vnorm (vsub (state N T g' i) (state N T g i)) <= r) ->
  r * INR N <= h * INR q -> close q g g'.
Proof.
  intros ND NP. revert g g'. induction T as [|i T IH]; intros g g' L L' Near Q.
  - destruct g, g'; try discriminate. constructor.
  - apply NoDup_cons_iff in ND. destruct ND as [New ND]. simpl in L, L'.
    rewrite <- (firstn_skipn d g), <- (firstn_skipn d g'). apply Forall2_app.
    + apply (point_apart N _ _ r q NP); [apply firstn_length_le; lia | apply firstn_length_le; lia | | exact Q].
      assert (H := Near i (or_introl eq_refl)). simpl in H. destruct (same_token i i); [exact H | contradiction].
    + apply IH; auto; [rewrite skipn_length; lia | rewrite skipn_length; lia|].
      intros j J. assert (H := Near j (or_intror J)). simpl in H.
      destruct (same_token i j) as [->|_]; [contradiction | exact H].
Qed.
Lemma spheres_not_null : ~ null (length tokens * d) (fun x : Token -> S => forall i, inner (x i) (x i) = 1).
Proof.
  destruct Tokens as [Ne [ND All]]. assert (D := d_positive).
  apply (grid_not_null tokens (b0 :: B) All (resolved_expansion _ Res) _ 1 h (length tokens * d)
    (fun N => state N tokens)).
  - intros x i U. unfold vnorm. rewrite U, sqrt_1. lra.
  - intros z Near i. assert (N1 : vnorm (z i) = 1).
    { apply Rminus_diag_uniq, cond_eq. intros e E. rewrite Rminus_0_r. apply Rnot_le_lt. intro L.
      apply (Near (e / 2)); [lra|]. intros [x [U Nr]]. specialize (U i). specialize (Nr i).
      assert (X : vnorm (x i) = 1) by (unfold vnorm; rewrite U; apply sqrt_1).
      assert (G1 := vnorm_gap (x i) (z i)). assert (G2 := vnorm_gap (z i) (x i)).
      rewrite (vnorm_opposite (z i)) in G2. revert L. apply Rlt_not_le. apply Rle_lt_trans with (e / 2); [|lra].
      apply Rabs_le. lra. }
    rewrite <- vnorm_square, N1. ring.
  - apply Rinv_0_lt_compat. lra.
  - apply Nat.mul_pos_pos; [|exact Some]. destruct tokens; [tauto | simpl; lia].
  - intros N p NP _ Below i. apply state_unit; auto.
  - intros N p p' r q NP L L' Near. apply (state_apart N tokens p p' r q ND NP L L'). intros i _. exact (Near i).
Qed.
End Spheres.

(* What is so for almost every start is so for some, whatever the dimension and the number of tokens. *)
Theorem almost_every_is_some {S : inner_product_space} {Token} (tokens : list Token) (P : (Token -> S) -> Prop) :
  enumerates tokens -> (forall i j : Token, {i = j} + {i <> j}) -> for_almost_every tokens P ->
  ~ forall x, (forall i, inner (x i) (x i) = 1) -> ~ P x.
Proof.
  intros E Dec [B [One [Frame Null]]] None.
  assert (All : null (length tokens * (length B - 1)) (fun x : Token -> S => forall i, inner (x i) (x i) = 1)).
  { apply (null_part _ _ _ Null). auto. }
  destruct B as [|b0 [|b1 B]].
  1, 2 : simpl in All; rewrite Nat.mul_0_r in All; destruct (All (/ 2)) as [r [C [_ [Sum _]]]]; [lra|];
    specialize (Sum O); simpl in Sum; lra.
  revert All. apply (spheres_not_null tokens b0 (b1 :: B) E Dec (expansion_resolves _ Frame) One). simpl. lia.
Qed.
